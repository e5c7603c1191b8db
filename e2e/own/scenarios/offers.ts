import { call, type Scenario } from '../scenario.ts';
import { type Ask, type Json, type Peer, text } from '../script.ts';
import { metaOf } from '../seen.ts';
import { same } from './elicitation.ts';
import { listAll } from './lists.ts';

const both = { modern: ['stdio', 'http'], legacy: ['stdio', 'http'] } as const;
const levelKey = 'io.modelcontextprotocol/logLevel';
const logging: Scenario = {
  id: 'logging',
  title: 'no logs unless asked for: a level set once in the older era, one with each call in the newer',
  runs: both,
  script: () => {
    const log = (ask: Ask, peer: Peer): void => {
      peer.notify('notifications/message', { level: 'warning', logger: 'own', data: `about call ${ask.nth}` }, ask);
      peer.result(ask, text('done'));
    };
    return { capabilities: { tools: {}, logging: {} }, calls: { do: log } };
  },
  plan: () => {
    const level = (value: string | null) => ({ request: 'server.setLogLevel', input: { serverKey: 'server', level: value } });
    const log = { request: 'server.log', input: { serverKey: 'server' } };
    return { steps: [...call('do'), level('warning'), ...call('do'), log, level(null), ...call('do')] };
  },
  check: (seen, check) => {
    const levels = seen.calls('do').map((message) => metaOf(message)[levelKey] ?? null);
    const sets = seen.of('logging/setLevel').map(({ params }) => params?.['level']);
    if (seen.isModern) {
      check('level', 'only the call that was made meanwhile carries a level', same(levels, [null, 'warning', null]), levels);
      check('no-set', 'nothing of the older era is sent', sets.length === 0, sets);
    } else {
      check('level', 'the level is set once, when it is chosen', same(sets, ['warning']), sets);
      check('bare', 'and no call carries one', same(levels, [null, null, null]), levels);
      const at = seen.at(({ message }) => message?.method === 'logging/setLevel');
      const first = seen.at(({ message }) => message?.method === 'tools/call');
      check('unasked', 'not before it is asked for', at > first, { at, first });
    }
    check(
      'kept',
      'what came can be looked at',
      JSON.stringify(seen.value('server.log')).includes('about call 2'),
      seen.value('server.log'),
    );
  },
};
const loggingOff: Scenario = {
  id: 'logging-undeclared',
  title: 'a server that does not log is asked for no level',
  script: () => ({ calls: { do: (ask, peer) => peer.result(ask, text('done')) } }),
  plan: () => ({ steps: [{ request: 'server.setLogLevel', input: { serverKey: 'server', level: 'debug' } }, ...call('do')] }),
  check: (seen, check) => {
    check('unset', 'no level is set', seen.count('logging/setLevel') === 0);
    check('done', 'the call is done', seen.run('do')?.status === 'done', seen.runs);
  },
};

const template = 'own://{shelf}/{book}';
const questions = [
  {
    request: 'resource.complete',
    input: { serverKey: 'server', uriTemplate: template, name: 'book', value: 'a', context: { shelf: 'top' } },
  },
  { request: 'prompt.complete', input: { serverKey: 'server', name: 'hello', argument: 'who', value: '', context: {} } },
];
const completion = (isDeclared: boolean): Scenario => ({
  id: isDeclared ? 'completion' : 'completion-undeclared',
  title: isDeclared
    ? 'values are offered for templates and prompts, with what was filled in before; at most 100'
    : 'a server that does not complete is not asked to',
  runs: isDeclared ? both : { modern: ['stdio'], legacy: ['stdio'] },
  script: () => ({
    capabilities: { tools: {}, resources: {}, prompts: {}, ...(isDeclared ? { completions: {} } : {}) },
    prompts: [{ name: 'hello', arguments: [{ name: 'who' }] }],
    answers: {
      'resources/templates/list': (ask, peer) => peer.result(ask, { resourceTemplates: [{ uriTemplate: template, name: 'books' }] }),
      'completion/complete': (ask, peer) => {
        const values = Array.from({ length: ask.nth === 1 ? 3 : 150 }, (_, n) => `value ${n}`);
        peer.result(ask, { completion: { values, total: values.length, hasMore: false } });
      },
    },
  }),
  plan: () => ({ steps: [...listAll, ...questions] }),
  check: (seen, check) => {
    const asked = seen.of('completion/complete').map(({ params }) => ({ ...params, _meta: undefined }));
    if (!isDeclared) {
      check('unasked', 'nothing is asked', asked.length === 0, asked);
      check(
        'empty',
        'nothing is offered',
        seen
          .lines('reply')
          .slice(-2)
          .every((line) => same((line['value'] as Json)['values'], [])),
        seen.lines('reply'),
      );
      return;
    }
    const [first, second] = asked;
    const ofTemplate = {
      ref: { type: 'ref/resource', uri: template },
      argument: { name: 'book', value: 'a' },
      context: { arguments: { shelf: 'top' } },
    };
    check(
      'template',
      'a template is named by its text, and what was filled in before goes along',
      same({ ...first, _meta: undefined }, { ...ofTemplate, _meta: undefined }),
      first,
    );
    const ofPrompt = { ref: { type: 'ref/prompt', name: 'hello' }, argument: { name: 'who', value: '' } };
    check('prompt', 'a prompt is named by its name', same({ ...second, _meta: undefined }, { ...ofPrompt, _meta: undefined }), second);
    check('few', 'all of a few are offered', (seen.value('resource.complete')['values'] as readonly string[]).length === 3);
    const many = seen.value('prompt.complete');
    check(
      'many',
      'of many a hundred, and it is said that there are more',
      (many['values'] as readonly string[]).length === 100 && many['hasMore'] === true,
      many,
    );
  },
});

const prompts: Scenario = {
  id: 'prompts',
  title: 'prompts are listed when somebody looks and made as asked; what must be filled in is checked before the server is asked',
  runs: both,
  script: () => ({
    capabilities: { tools: {}, prompts: {} },
    prompts: [{ name: 'hello', arguments: [{ name: 'who', required: true }, { name: 'how' }] }],
    answers: {
      'prompts/get': (ask, peer) => {
        if (ask.params['name'] !== 'hello') return peer.error(ask, { code: -32602, message: 'there is none' });
        const said = (role: string, value: string) => ({ role, content: { type: 'text', text: value } });
        peer.result(ask, { description: 'Greets', messages: [said('user', 'Hello!'), said('assistant', 'Good day.')] });
      },
    },
  }),
  plan: () => {
    const get = (name: string, args: Json) => ({ request: 'prompt.get', input: { serverKey: 'server', name, arguments: args } });
    return {
      steps: [
        ...listAll.filter((step) => !JSON.stringify(step).includes('resource')),
        get('hello', {}),
        get('hello', { who: 'Ada', how: '' }),
        get('none', {}),
      ],
    };
  },
  check: (seen, check) => {
    const gets = seen.of('prompts/get').map(({ params }) => ({ ...params, _meta: undefined }));
    check(
      'required',
      'a missing argument is told before anything is sent',
      seen.replies('prompt.get')[0]?.['ok'] === false && gets.length === 2,
      gets,
    );
    check(
      'arguments',
      'what was left empty is left out',
      same(gets[0], { name: 'hello', arguments: { who: 'Ada' }, _meta: undefined }),
      gets[0],
    );
    check('none', 'no arguments are no member', !('arguments' in (gets[1] ?? {})), gets[1]);
    const roles = (seen.value('prompt.get', 1)['messages'] as readonly Json[] | undefined)?.map(({ role }) => role);
    check('roles', 'roles stay as they are', same(roles, ['user', 'assistant']), seen.value('prompt.get', 1));
    check(
      'missing',
      'a prompt that is not there is told so',
      JSON.stringify(seen.replies('prompt.get')[2]).includes('prompt-missing'),
      seen.replies('prompt.get')[2],
    );
  },
};

const reading: Scenario = {
  id: 'resources',
  title: 'resources: several contents, both codes for “not there”, and an address with the server’s own scheme as it is',
  runs: both,
  script: () => ({
    capabilities: { tools: {}, resources: {} },
    answers: {
      'resources/read': (ask, peer) => {
        const uri = String(ask.params['uri']);
        const code = /^own:\/\/(-\d+)$/.exec(uri)?.[1];
        if (code !== undefined) return peer.error(ask, { code: Number(code), message: 'there is none' });
        peer.result(ask, {
          contents: [
            { uri, mimeType: 'text/plain', text: 'first' },
            { uri: `${uri}#2`, blob: 'AAEC' },
          ],
        });
      },
    },
  }),
  plan: () => ({
    steps: ['own://ü ä/%41?q=1#x', 'own://-32602', 'own://-32002', 'own://-32603'].map((uri) => ({
      request: 'resource.read',
      input: { serverKey: 'server', uri },
    })),
  }),
  check: (seen, check) => {
    const [whole, newer, older, other] = seen.replies('resource.read');
    check(
      'address',
      'the address goes out as it was',
      seen.of('resources/read')[0]?.params?.['uri'] === 'own://ü ä/%41?q=1#x',
      seen.of('resources/read')[0],
    );
    const contents = ((whole?.['value'] as Json | undefined)?.['contents'] ?? []) as readonly Json[];
    check(
      'contents',
      'both contents are there',
      same(
        contents.map(({ kind }) => kind),
        ['text', 'binary'],
      ),
      whole,
    );
    for (const [id, reply] of [
      ['-32602', newer],
      ['-32002', older],
    ] as const)
      check(id, `${id} says that there is none`, JSON.stringify(reply).includes('resource-missing'), reply);
    check('other', 'another error is another failure', JSON.stringify(other).includes('resource-failed'), other);
    check('unlisted', 'nothing is listed that nobody asked for', seen.count('tools/list') === 1);
  },
};

const session: Scenario = {
  id: 'http-session',
  title: 'the session of the older era: its id and the version on everything after, and a farewell',
  runs: { legacy: ['http'], modern: ['http'] },
  script: () => ({ calls: { do: (ask, peer) => peer.result(ask, text('done')) } }),
  plan: () => ({ steps: [...call('do'), ...call('do')] }),
  check: (seen, check) => {
    const posts = seen.parts.entries.filter(({ what, verb }) => what === 'in' && verb === 'POST');
    const ids = posts.map(({ headers }) => headers?.['mcp-session-id']);
    if (seen.isModern) {
      check(
        'no-session',
        'the newer era has none',
        ids.every((id) => id === undefined),
        ids,
      );
      const versions = posts.map(({ headers }) => headers?.['mcp-protocol-version']);
      check(
        'version',
        'each request names its version',
        versions.every((one) => one === '2026-07-28'),
        versions,
      );
      check('no-get', 'and there is no standing stream', seen.atEvent('GET') < 0);
      return;
    }
    const at = posts.findIndex(({ message }) => message?.method === 'initialize');
    const after = posts.slice(at + 1);
    check(
      'id',
      'every later request carries the one id',
      new Set(after.map(({ headers }) => headers?.['mcp-session-id'])).size === 1 && ids.at(-1) !== undefined,
      ids,
    );
    const versions = new Set(after.map(({ headers }) => headers?.['mcp-protocol-version']));
    check('version', 'and the version', same([...versions], ['2025-11-25']), [...versions]);
    const bye = seen.parts.entries.find(({ event }) => event === 'DELETE');
    check('bye', 'at the end the session is given back', bye?.headers?.['mcp-session-id'] === ids.at(-1), bye);
  },
};

export const offers: readonly Scenario[] = [logging, loggingOff, completion(true), completion(false), prompts, reading, session];
