import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { asking, asks, form } from '../asking.ts';
import { call, type Scenario } from '../scenario.ts';
import { type Ask, type Json, type Peer, text } from '../script.ts';
import { idsOf } from '../seen.ts';
import { answerTo, informs, same } from './elicitation.ts';

const samples = { request: 'server.setSampling', input: { key: 'server', on: true } };
const prompt = (said: string): Json => ({
  messages: [{ role: 'user', content: { type: 'text', text: said } }],
  systemPrompt: 'Be brief.',
  maxTokens: 40,
});

const sampling: Scenario = {
  id: 'sampling',
  title: 'a model answers for a server: its limits hold, and a no to the request or to the answer is a no',
  model: () => ({ text: 'sampled!', usage: { inputTokens: 5, outputTokens: 7 } }),
  script: () => ({
    calls: {
      plain: asks('sampling/createMessage', prompt('How are you?')),
      no_request: asks('sampling/createMessage', prompt('Never asked')),
      no_answer: asks('sampling/createMessage', prompt('Never told')),
    },
  }),
  plan: () => ({
    before: [samples],
    answers: [
      { to: { kind: 'sampling-request', toolName: 'no_request' }, answer: 'deny' },
      { to: { kind: 'sampling-answer', toolName: 'no_answer' }, answer: 'deny' },
    ],
    steps: ['plain', 'no_request', 'no_answer'].flatMap((name) => call(name)),
  }),
  check: (seen, check) => {
    check('declared', 'sampling is declared', 'sampling' in seen.capabilities, seen.capabilities);
    const answer = answerTo(seen, 'plain');
    const content = { type: 'text', text: 'sampled!' };
    check('answer', 'the answer is the model’s', same(answer?.['content'], content) && answer?.['role'] === 'assistant', answer);
    check(
      'model',
      'with the model’s name and how it ended',
      typeof answer?.['model'] === 'string' && answer['stopReason'] === 'endTurn',
      answer,
    );
    const [asked] = seen.parts.asked;
    const limit = Number(asked?.body['max_tokens'] ?? asked?.body['max_completion_tokens']);
    check('limit', 'the model is held to what the server asked for', limit > 0 && limit <= 40, asked?.body);
    const said = asked?.body.messages?.map((message) => `${message.role}: ${String(message.content)}`);
    check('alone', 'and gets this request alone', same(said, ['system: Be brief.', 'user: How are you?']), said);
    const all = JSON.stringify(seen.parts.asked.map(({ body }) => body));
    check('request-no', 'what got a no is asked of no model', !all.includes('Never asked') && all.includes('Never told'), all);
    for (const name of ['no_request', 'no_answer']) {
      if (seen.isModern) check(name, `${name}: the call is not sent again`, seen.calls(name).length === 1, seen.calls(name));
      else check(name, `${name}: the server hears -1`, (answerTo(seen, name)?.['error'] as Json)?.['code'] === -1, answerTo(seen, name));
    }
  },
};

const weather = { name: 'weather', description: 'Tells it.', inputSchema: { type: 'object', properties: { city: { type: 'string' } } } };
const use = { type: 'tool_use', id: 'use-1', name: 'weather', input: { city: 'Oslo' } };
const question = { role: 'user', content: { type: 'text', text: 'How warm is it in Oslo?' } };
const samplingTools: Scenario = {
  id: 'sampling-tools',
  title: 'a model may use the server’s own tools: uses go out, results come back, and what is out of order is refused',
  model: ({ body }) =>
    body.messages?.at(-1)?.role === 'tool'
      ? { text: 'It is 3 degrees.' }
      : { calls: [{ id: 'use-1', name: 'weather', arguments: { city: 'Oslo' } }] },
  script: () => ({
    calls: {
      uses: asks('sampling/createMessage', { messages: [question], maxTokens: 100, tools: [weather], toolChoice: { mode: 'auto' } }),
      results: asks('sampling/createMessage', {
        messages: [
          question,
          { role: 'assistant', content: [use] },
          { role: 'user', content: [{ type: 'tool_result', toolUseId: 'use-1', content: [{ type: 'text', text: '3' }] }] },
        ],
        maxTokens: 100,
        tools: [weather],
      }),
      unanswered: asks('sampling/createMessage', {
        messages: [question, { role: 'assistant', content: [use] }, question],
        maxTokens: 100,
        tools: [weather],
      }),
    },
  }),
  plan: () => ({ before: [samples], steps: ['uses', 'results', 'unanswered'].flatMap((name) => call(name)) }),
  check: (seen, check) => {
    check('declared', 'tools are declared', same(seen.capabilities['sampling'], { tools: {} }), seen.capabilities);
    const answer = answerTo(seen, 'uses');
    check('uses', 'the answer is a list with the use', same(answer?.['content'], [use]), answer);
    check('stop', 'and says that it ended with it', answer?.['stopReason'] === 'toolUse', answer);
    const results = answerTo(seen, 'results');
    check('results', 'after the result comes text', JSON.stringify(results?.['content']).includes('It is 3 degrees.'), results);
    const [, second] = seen.parts.asked;
    const roles = second?.body.messages?.map(({ role }) => role);
    check('told', 'the model gets use and result', roles?.includes('assistant') === true && roles.includes('tool'), second?.body);
    check('refused', 'a use without a result reaches no model', seen.parts.asked.length === 2, seen.parts.asked.length);
  },
};

const samplingOff: Scenario = {
  id: 'sampling-off',
  title: 'a server that may not ask a model is told so beforehand, and refused',
  model: () => ({ text: 'never' }),
  script: () => ({ calls: { plain: asks('sampling/createMessage', prompt('Anyone there?')) } }),
  plan: () => ({ steps: call('plain') }),
  check: (seen, check) => {
    check('undeclared', 'sampling is not declared', !('sampling' in seen.capabilities), seen.capabilities);
    check('unasked', 'no model is asked', seen.parts.asked.length === 0);
    if (seen.isModern) check('refused', 'the call is not sent again', seen.calls('plain').length === 1, seen.calls('plain'));
    else
      check('refused', 'the request is answered with an error', answerTo(seen, 'plain')?.['error'] !== undefined, answerTo(seen, 'plain'));
  },
};

const given = (folder: string, name: string): string => {
  const at = path.join(folder, name);
  if (!existsSync(at)) mkdirSync(at);
  return at;
};
const roots: Scenario = {
  id: 'roots',
  title: 'folders that were given are roots, as file URLs; the older era is told when they change',
  script: () => ({
    calls: { where: asks('roots/list', {}) },
    told: { 'notifications/roots/list_changed': (_, peer) => peer.note('changed') },
  }),
  plan: ({ folder }) => {
    const add = (name: string) => ({
      request: 'server.addFolder',
      input: { key: 'server', path: given(folder, name), evenUserData: false },
    });
    return { before: [add('given one')], steps: [...call('where'), add('later'), { pause: 150 }, ...call('where')] };
  },
  check: (seen, check) => {
    check('declared', 'roots are declared', 'roots' in seen.capabilities, seen.capabilities);
    const lists = (seen.noted('answers') as readonly { answers: { wish?: { roots?: readonly Json[] } } }[]).map(
      ({ answers }) => answers.wish?.roots ?? [],
    );
    const [first = [], second = []] = lists;
    check('one', 'the first list has the one folder', first.length === 1 && String(first[0]?.['uri']).endsWith('/given%20one'), lists);
    check('two', 'the second has both', second.length === 2 && String(second[1]?.['uri']).endsWith('/later'), lists);
    const all = [...first, ...second];
    check(
      'urls',
      'each is a file URL',
      all.every(({ uri }) => String(uri) === pathToFileURL(decodeURIComponent(new URL(String(uri)).pathname)).href),
      all,
    );
    check(
      'names',
      'and has a name',
      all.every(({ name }) => typeof name === 'string' && name !== ''),
      all,
    );
    const told = seen.noted('changed').length;
    check('changed', seen.isModern ? 'the newer era is not told' : 'the change is told', seen.isModern ? told === 0 : told >= 1, told);
  },
};
const rootsOff: Scenario = {
  id: 'roots-off',
  title: 'without a folder there are no roots, and who asks is refused',
  script: () => ({ calls: { where: asks('roots/list', {}) } }),
  plan: () => ({ steps: call('where') }),
  check: (seen, check) => {
    check('undeclared', 'roots are not declared', !('roots' in seen.capabilities), seen.capabilities);
    const refused = answerTo(seen, 'where');
    check('refused', 'nothing is answered', seen.isModern ? seen.calls('where').length === 1 : refused?.['error'] !== undefined, refused);
  },
};

/** Text that nobody may read, shorten or write anew. */
const state = '{"n": 1e2, "s":"ü\\u00fc 🙂 \\\\ \\"", "x" :null}  \n';
const round = (ask: Ask): Json => ({ responses: ask.params['inputResponses'], state: ask.params['requestState'] });
const isFirst = (ask: Ask): boolean => ask.params['inputResponses'] === undefined && ask.params['requestState'] === undefined;
const mrtr: Scenario = {
  id: 'mrtr',
  title: 'rounds: state goes back byte for byte with this request alone, none where there was none',
  runs: { modern: ['stdio', 'http'] },
  script: () => {
    const wish = { form: { method: 'elicitation/create', params: form('which?') } };
    const answer = (ask: Ask, peer: Peer, more: Json): void => {
      if (isFirst(ask)) return peer.bareResult(ask, { resultType: 'input_required', ...more });
      peer.note('round', { of: ask.params['name'], ...round(ask) });
      peer.result(ask, text('done'));
    };
    return {
      calls: {
        state: (ask, peer) => answer(ask, peer, { inputRequests: wish, requestState: state }),
        stateless: (ask, peer) => answer(ask, peer, { inputRequests: wish }),
        state_only: (ask, peer) => answer(ask, peer, { requestState: state }),
        plain: (ask, peer) => {
          peer.note('round', { of: 'plain', ...round(ask) });
          peer.result(ask, text('done'));
        },
        empty: (ask, peer) => answer(ask, peer, { inputRequests: wish, requestState: '' }),
      },
    };
  },
  plan: () => ({
    before: [informs],
    steps: ['state', 'stateless', 'state_only', 'empty', 'plain'].flatMap((name) => call(name, { n: 1 })),
  }),
  check: (seen, check) => {
    type Round = { readonly of: string; readonly responses?: Json; readonly state?: string };
    const of = (name: string): Round | undefined => (seen.noted('round') as readonly Round[]).find((one) => one.of === name);
    check('exact', 'the state comes back byte for byte', of('state')?.state === state, of('state'));
    check('answers', 'with the answers', of('state')?.responses?.['form'] !== undefined, of('state'));
    check(
      'none',
      'none comes where none was given',
      of('stateless') !== undefined && of('stateless')?.state === undefined,
      of('stateless'),
    );
    check('empty', 'an empty one is one', of('empty')?.state === '', of('empty'));
    const only = of('state_only');
    check('state-only', 'state alone goes back alone', only?.state === state && only.responses === undefined, only);
    const plain = of('plain');
    check('alone', 'no other call carries any of it', plain !== undefined && !plain.state && !plain.responses, plain);
    const ids = idsOf(seen.of('tools/call'));
    check('ids', 'each round has an id of its own', new Set(ids).size === ids.length && ids.length === 9, ids);
    const args = seen.of('tools/call').map(({ params }) => JSON.stringify(params?.['arguments']));
    check(
      'arguments',
      'and the same arguments',
      args.every((one) => one === '{"n":1}'),
      args,
    );
  },
};

const elsewhere: Scenario = {
  id: 'asked-elsewhere',
  title: 'a server may also ask while a resource is read or a prompt is made',
  runs: { modern: ['stdio', 'http'], legacy: ['stdio'] },
  script: () => {
    const wish = { part: { method: 'elicitation/create', params: form('which part?') } };
    return {
      capabilities: { resources: {}, prompts: {} },
      resources: [{ uri: 'own://note', name: 'note' }],
      prompts: [{ name: 'hello' }],
      answers: {
        'resources/read': (ask, peer) =>
          asking(ask, peer, wish, (answers) => ({ contents: [{ uri: 'own://note', text: JSON.stringify(answers) }] })),
        'prompts/get': (ask, peer) =>
          asking(ask, peer, wish, (answers) => ({
            messages: [{ role: 'user', content: { type: 'text', text: JSON.stringify(answers) } }],
          })),
      },
    };
  },
  plan: () => ({
    before: [informs],
    steps: [
      { request: 'resource.read', input: { serverKey: 'server', uri: 'own://note' } },
      { request: 'prompt.get', input: { serverKey: 'server', name: 'hello', arguments: {} } },
    ],
  }),
  check: (seen, check) => {
    for (const [of, request] of [
      ['own://note', 'resource.read'],
      ['hello', 'prompt.get'],
    ] as const) {
      check(
        of,
        `${request}: the question is answered`,
        same(answerTo(seen, of, 'part'), { action: 'accept', content: { a: 'x' } }),
        seen.noted('answers'),
      );
      check(
        `${of} came`,
        `${request}: and the answer of the server comes`,
        JSON.stringify(seen.value(request)).includes('accept'),
        seen.replies(request),
      );
    }
  },
};

export const asked: readonly Scenario[] = [sampling, samplingTools, samplingOff, roots, rootsOff, mrtr, elsewhere];
