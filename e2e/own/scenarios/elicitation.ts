import { asking, asks, form } from '../asking.ts';
import { begin, call, ended, type Scenario } from '../scenario.ts';
import { type Ask, type Json, text } from '../script.ts';
import type { Seen } from '../seen.ts';

export const informs = { request: 'server.setInformation', input: { serverKey: 'server', on: true } };
/** What a tool was answered, by the name of the tool. */
export function answerTo(seen: Seen, of: string, key = 'wish'): Json | undefined {
  const all = seen.noted('answers') as readonly { readonly of: string; readonly answers: Readonly<Record<string, Json>> }[];
  return all.find((one) => one.of === of)?.answers[key];
}
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, sorted(member)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Every kind of field that a form may have, each with a default. */
const everyField: Json = {
  name: { type: 'string', title: 'Your name', minLength: 1, maxLength: 20, default: 'Ada' },
  mail: { type: 'string', format: 'email', default: 'ada@example.com' },
  day: { type: 'string', format: 'date', default: '2026-02-01' },
  count: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
  share: { type: 'number', default: 0.5 },
  agree: { type: 'boolean', default: true },
  plain: { type: 'string', enum: ['a', 'b'], default: 'b' },
  named: { type: 'string', enum: ['x', 'y'], enumNames: ['The first', 'The second'], default: 'y' },
  titled: {
    type: 'string',
    oneOf: [
      { const: '#f00', title: 'Red' },
      { const: '#0f0', title: 'Green' },
    ],
    default: '#0f0',
  },
  several: { type: 'array', items: { type: 'string', enum: ['r', 'g', 'b'] }, minItems: 1, maxItems: 2, default: ['r', 'g'] },
  titledSeveral: {
    type: 'array',
    items: {
      anyOf: [
        { const: '1', title: 'One' },
        { const: '2', title: 'Two' },
      ],
    },
    default: ['2'],
  },
};
const defaults = Object.fromEntries(Object.entries(everyField).map(([key, field]) => [key, (field as Json)['default']]));
const filled = {
  name: 'Grace',
  mail: 'grace@example.com',
  day: '2026-12-31',
  count: 7,
  share: 0.25,
  agree: false,
  plain: 'a',
  named: 'x',
  titled: '#f00',
  several: ['b'],
  titledSeveral: ['1', '2'],
};

const forms: Scenario = {
  id: 'elicitation-form',
  title: 'forms of every kind of field: defaults, what was filled in, decline and cancel',
  runs: { modern: ['stdio', 'http'], legacy: ['stdio', 'http'] },
  script: () => ({
    calls: {
      defaults: asks('elicitation/create', form('defaults', everyField, ['name'])),
      filled: asks('elicitation/create', { mode: 'form', ...form('filled', everyField) }),
      declined: asks('elicitation/create', form('declined')),
      cancelled: asks('elicitation/create', form('cancelled')),
    },
  }),
  plan: () => ({
    before: [informs],
    answers: [
      { to: { kind: 'elicitation', message: 'filled' }, answer: { content: filled } },
      { to: { kind: 'elicitation', message: 'declined' }, answer: 'deny' },
      { to: { kind: 'elicitation', message: 'cancelled' }, answer: 'cancel' },
    ],
    steps: ['defaults', 'filled', 'declined', 'cancelled'].flatMap((name) => call(name)),
  }),
  check: (seen, check) => {
    check('declared', 'forms are declared, links are not', same(seen.capabilities['elicitation'], { form: {} }), seen.capabilities);
    const [byDefault, byHand] = [answerTo(seen, 'defaults'), answerTo(seen, 'filled')];
    check('no-mode', 'a form without a mode is a form', byDefault?.['action'] === 'accept', byDefault);
    check('defaults', 'every default arrives as it was, in its own type', same(byDefault?.['content'], defaults), byDefault);
    check('filled', 'what was filled in arrives as it was', same(byHand, { action: 'accept', content: filled }), byHand);
    check(
      'decline',
      'a no is a decline and has no content',
      same(answerTo(seen, 'declined'), { action: 'decline' }),
      answerTo(seen, 'declined'),
    );
    check('cancel', 'neither is a cancel', same(answerTo(seen, 'cancelled'), { action: 'cancel' }), answerTo(seen, 'cancelled'));
    check(
      'done',
      'each call goes on with its answer',
      seen.runs.every(({ status }) => status === 'done'),
      seen.runs,
    );
  },
};

const invalid: Scenario = {
  id: 'elicitation-invalid',
  title: 'an answer that does not fit the form never leaves; forms that can’t be shown, and modes that were not declared, are refused',
  script: () => ({
    calls: {
      unfit: asks('elicitation/create', form('unfit', { count: { type: 'integer', maximum: 9 } }, ['count'])),
      nested: asks('elicitation/create', form('nested', { a: { type: 'object', properties: {} } })),
      link: asks('elicitation/create', { mode: 'url', message: 'open', url: 'https://example.com/', elicitationId: 'e1' }),
    },
  }),
  plan: () => ({
    before: [informs],
    answers: [{ to: { kind: 'elicitation', message: 'unfit' }, answer: { content: { count: 70 } } }],
    steps: ['unfit', 'nested', 'link'].flatMap((name) => call(name)),
  }),
  check: (seen, check) => {
    for (const name of ['unfit', 'nested', 'link']) {
      if (seen.isModern) check(name, `${name}: the call is not sent again`, seen.calls(name).length === 1, seen.calls(name));
      else
        check(name, `${name}: the request is answered with an error`, answerTo(seen, name)?.['error'] !== undefined, answerTo(seen, name));
    }
    check('nothing', 'nothing that does not fit has left', !JSON.stringify(seen.received).includes('"count":70'), seen.received);
  },
};

const off: Scenario = {
  id: 'elicitation-off',
  title: 'a server that may not ask for information is told so beforehand, and refused',
  script: () => ({ calls: { ask: asks('elicitation/create', form('who?')) } }),
  plan: () => ({ before: [{ ...informs, input: { serverKey: 'server', on: false } }], steps: call('ask') }),
  check: (seen, check) => {
    check('undeclared', 'elicitation is not declared', !('elicitation' in seen.capabilities), seen.capabilities);
    if (seen.isModern) check('refused', 'the call is not sent again', seen.calls('ask').length === 1, seen.calls('ask'));
    else check('refused', 'the request is answered with an error', answerTo(seen, 'ask')?.['error'] !== undefined, answerTo(seen, 'ask'));
  },
};

const page = 'https://example.com/sign?state=a%20b&n=1#top';
const link: Scenario = {
  id: 'elicitation-link',
  title: 'a link is opened after a yes alone; to accept is all that the server hears',
  script: () => ({
    calls: {
      open: asks('elicitation/create', { mode: 'url', message: 'open', url: page, elicitationId: 'e1' }),
      closed: asks('elicitation/create', { mode: 'url', message: 'no', url: 'https://example.com/no', elicitationId: 'e2' }),
      script: asks('elicitation/create', { mode: 'url', message: 'bad', url: 'javascript:alert(1)', elicitationId: 'e3' }),
    },
  }),
  plan: () => ({
    opensLinks: true,
    before: [informs],
    answers: [{ to: { kind: 'link', message: 'no' }, answer: 'deny' }],
    steps: ['open', 'closed', 'script'].flatMap((name) => call(name)),
  }),
  check: (seen, check) => {
    check('declared', 'both modes are declared', same(seen.capabilities['elicitation'], { form: {}, url: {} }), seen.capabilities);
    check('consent', 'to accept says nothing more', same(answerTo(seen, 'open'), { action: 'accept' }), answerTo(seen, 'open'));
    check('decline', 'a no is a decline', same(answerTo(seen, 'closed'), { action: 'decline' }), answerTo(seen, 'closed'));
    check(
      'opened',
      'only what got a yes is opened, as it was',
      same(seen.lines('link'), [{ event: 'link', href: page }]),
      seen.lines('link'),
    );
    const refused = answerTo(seen, 'script');
    check('scheme', 'another scheme is refused', seen.isModern ? refused === undefined : refused?.['error'] !== undefined, refused);
  },
};

const required: Scenario = {
  id: 'elicitation-required',
  title: 'links as a condition (-32042): opened, waited for, and the same call once more; no such thing in the newer era',
  script: () => {
    let first: Ask | undefined;
    const links = [{ mode: 'url', message: 'sign in', url: page, elicitationId: 'e1' }];
    return {
      calls: {
        needs: (ask, peer) => {
          if (first) return peer.result(ask, text('done'));
          first = ask;
          peer.error(ask, { code: -32042, message: 'open this first', data: { elicitations: links } });
        },
        unknown: (ask, peer) => {
          peer.notify('notifications/elicitation/complete', { elicitationId: 'nobody-knows-it' }, ask);
          peer.result(ask, text('told'));
        },
        complete: (ask, peer) => {
          peer.notify('notifications/elicitation/complete', { elicitationId: 'e1' }, ask);
          peer.result(ask, text('told'));
        },
      },
    };
  },
  plan: ({ era }) => {
    const waits = { wait: 'decisions', for: [{ kind: 'link-waiting' }] };
    const older = [waits, ...call('unknown'), { ...waits, ms: 0 }, ...call('complete')];
    return {
      opensLinks: true,
      before: [informs],
      answers: [{ to: { kind: 'link-waiting' }, answer: 'wait' }],
      steps: [...begin('needs', 'needs', { a: 1 }), ...(era === 'legacy' ? older : []), ended('needs')],
    };
  },
  check: (seen, check) => {
    const [first, second, ...more] = seen.calls('needs');
    if (seen.isModern) {
      check('once', 'the call is not sent again', second === undefined, seen.calls('needs'));
      check('ended', 'and ends as an error of the protocol', seen.run('needs')?.status === 'protocol-error', seen.run('needs'));
      check('unopened', 'nothing is opened', seen.lines('link').length === 0, seen.lines('link'));
      return;
    }
    check('opened', 'the link is opened once', same(seen.lines('link'), [{ event: 'link', href: page }]), seen.lines('link'));
    const waits = seen.lines('waited').filter((line) => line['topic'] === 'decisions');
    check(
      'unknown',
      'a notice of an unknown id ends no waiting',
      waits.length === 2 && waits.every((line) => line['found'] === true),
      waits,
    );
    check('again', 'the notice of its own id sends the call once more', second !== undefined && more.length === 0, seen.calls('needs'));
    check(
      'same',
      'with the same arguments and another id',
      same(first?.params?.['arguments'], second?.params?.['arguments']) && first?.id !== second?.id,
    );
    check('done', 'and it is done', seen.run('needs')?.status === 'done', seen.run('needs'));
  },
};

const many: Scenario = {
  id: 'several-requests',
  title: 'several things asked for at once are all answered, each by its own key or id',
  runs: { modern: ['stdio', 'http'], legacy: ['stdio', 'http'] },
  script: () => ({
    calls: {
      many: (ask, peer) => {
        const wish = (message: string) => ({ method: 'elicitation/create', params: form(message) });
        return asking(ask, peer, { 'a/b c': wish('one'), ключ: wish('two'), third: wish('three') }, () => text('done'));
      },
    },
  }),
  plan: () => ({
    before: [informs],
    answers: ['one', 'two', 'three'].map((message) => ({ to: { kind: 'elicitation', message }, answer: { content: { a: message } } })),
    steps: call('many'),
  }),
  check: (seen, check) => {
    const expected = { 'a/b c': 'one', ключ: 'two', third: 'three' };
    for (const [key, value] of Object.entries(expected))
      check(value, `“${key}” has its own answer`, same(answerTo(seen, 'many', key)?.['content'], { a: value }), seen.noted('answers'));
    check('done', 'the call is done', seen.run('many')?.status === 'done', seen.run('many'));
  },
};

export const elicitation: readonly Scenario[] = [forms, invalid, off, link, required, many];
