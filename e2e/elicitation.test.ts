import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendAnyway } from '#shared/elicitation/secretStop.ts';
import { eras, resultOf } from './askerHouse.ts';
import { until } from './harness.ts';
import { formOf, InquirerHouse } from './inquirerHouse.ts';
import { callsReceived } from './paths.ts';

const name = { name: { type: 'string', title: 'Your name', minLength: 2 } };
const answers = (action: string, content?: unknown): string => JSON.stringify(content === undefined ? { action } : { action, content });

describe.each(eras)('in the %s era', (era) => {
  let h: InquirerHouse;
  beforeAll(async () => {
    h = await InquirerHouse.open(era);
  });
  beforeEach(() => h.begin());
  afterEach(() => h.end());
  afterAll(() => h.close());
  const asked = () => h.host.calls(h.chat)[0]?.asks;

  test(`ELI-1 ELI-2 a form without a mode is a form; Steward says who asks and for which call, and what is approved arrives as it was`, async () => {
    await h.call({
      rounds: [{ a: formOf({ ...name, colour: { type: 'string', enum: ['r', 'g'], default: 'g' }, note: { type: 'string' } }, ['name']) }],
    });
    const card = await h.waiting('elicitation');
    expect(card).toMatchObject({ serverKey: 'inquirer', toolName: 'ask', message: 'Tell me', place: { kind: 'this-computer' } });
    expect(card.fields.map(({ key, required }) => [key, required])).toEqual([
      ['name', true],
      ['colour', false],
      ['note', false],
    ]);
    await h.approve(card, { name: 'Ada', colour: 'r', note: '' });
    expect(resultOf(await h.ended())).toContain(JSON.stringify(answers('accept', { name: 'Ada', colour: 'r' })).slice(1, -1));
  });

  test(`ELI-4 main checks what was filled in again: what does not fit is refused, the question stays, and nothing is sent`, async () => {
    await h.call({ rounds: [{ a: formOf({ ...name, age: { type: 'integer', maximum: 9 } }, ['name']) }] });
    const card = await h.waiting('elicitation');
    for (const wrong of [{}, { name: 'x' }, { name: 'Ada', age: 10 }, { name: 'Ada', age: '3' }, { name: 'Ada', other: 1 }])
      await expect(h.approve(card, wrong)).rejects.toMatchObject({ failure: { code: 'invalid-input' } });
    expect(h.host.state('decisions', {})).toHaveLength(1);
    await h.approve(card, { name: 'Ada' });
    expect((await h.ended()).status).toBe('done');
  });

  test(`ELI-2 decline and cancel are answers of their own, and the call goes on with them`, async () => {
    for (const [button, action] of [
      ['deny', 'decline'],
      ['cancel', 'cancel'],
    ] as const) {
      await h.call({ rounds: [{ a: formOf(name) }] });
      await h.host.answer(await h.waiting('elicitation'), button);
      const call = await h.ended();
      expect([call.status, resultOf(call)]).toEqual(['done', expect.stringContaining(JSON.stringify(answers(action)).slice(1, -1))]);
      expect(call.asks).toEqual([{ id: '1.1', round: 1, kind: 'form', fields: ['Your name'], answer: action }]);
    }
  });

  test(`protocol 4-3 several questions of one round wait at the same time, each with its own answer`, async () => {
    await h.call({ rounds: [{ a: formOf(name, [], 'first'), b: formOf(name, [], 'second') }] });
    const first = await h.waiting('elicitation', '"first"');
    const second = await h.waiting('elicitation', '"second"');
    await h.approve(second, { name: 'two' });
    await h.approve(first, { name: 'one' });
    const text = resultOf(await h.ended());
    expect(text).toContain('one');
    expect(text.indexOf('one')).toBeLessThan(text.indexOf('two'));
  });

  test(`protocol 4-1 the time that a person takes never times out the call`, async () => {
    await h.host.chat.request('settings.change', { change: { callTimeoutSeconds: 1 } });
    await h.call({ rounds: [{ a: formOf(name) }] });
    const card = await h.waiting('elicitation');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await h.approve(card, { name: 'late' });
    expect(resultOf(await h.ended())).toContain('late');
    await h.host.chat.request('settings.change', { change: { callTimeoutSeconds: 300 } });
  });

  test(`S34 answers are in no journal and in no traffic; what looks like a secret needs a yes of its own`, async () => {
    await h.call({ rounds: [{ a: formOf({ nick: { type: 'string' }, password: { type: 'string' } }) }] });
    const card = await h.waiting('elicitation');
    expect(card.fields.map((field) => field.secretLooking)).toEqual([false, true]);
    const filled = { nick: 'CANARY-NICK', password: 'CANARY-PASS' };
    await expect(h.approve(card, filled)).rejects.toMatchObject({ failure: { code: 'invalid-input' } });
    await h.approve(card, { ...filled, [sendAnyway]: true });
    await until(() => h.received().some(({ line }) => line.includes('CANARY-PASS')), 'the answer to arrive');
    const { frames } = await h.host.chat.request('traffic.page', { serverKey: 'inquirer', after: 0 });
    const out = frames
      .filter((frame) => frame.direction === 'out')
      .map((frame) => frame.text)
      .join('\n');
    expect(out).toContain('filled in by the person');
    expect(out).not.toContain('CANARY');
    // The server of this test tells what it was told; of that the traffic shows no secret either.
    expect(JSON.stringify(frames)).not.toContain('CANARY-PASS');
    expect(h.received().some(({ line }) => line.includes('send-anyway'))).toBe(false);
    const { entries } = await h.host.chat.request('journal.page', { filter: {}, limit: 50 });
    expect(JSON.stringify(entries)).toContain('"fields":["nick","password"]');
    expect(JSON.stringify(entries)).not.toContain('CANARY-');
  });

  test(`S37 while it is off nothing is declared, nobody is asked, and turning it on for one launch is on disk`, async () => {
    await h.allow(false);
    await h.call({ rounds: [{ a: formOf(name) }] });
    expect((await h.ended()).status).toBe('protocol-error');
    expect(h.host.state('decisions', {})).toEqual([]);
    await h.allow(true);
    expect(h.host.state('servers', {}).find((s) => s.key === 'inquirer')?.permissions?.information).toBe(true);
  });

  test.each([
    ['of an unknown mode', { mode: 'voice', message: 'x' }],
    ['with a nested form', formOf({ a: { type: 'object', properties: {} } })],
    ['with a link to a script', { mode: 'url', message: 'x', elicitationId: 'e', url: 'javascript:alert(1)' }],
    ['with a link with a user name', { mode: 'url', message: 'x', elicitationId: 'e', url: 'https://good.example@evil.example/' }],
    ['with a link over http to elsewhere', { mode: 'url', message: 'x', elicitationId: 'e', url: 'http://example.com/' }],
  ])(`S34 S35 a request %s is refused, and nobody is asked`, async (_what, params) => {
    await h.call({ rounds: [{ a: params }] });
    expect((await h.ended()).status).toBe('protocol-error');
    expect(h.opened).toEqual([]);
  });

  test(`S35 ELI-6 ELI-8 a link is shown whole and opened once, after a yes alone; to accept is all that the server hears`, async () => {
    const url = 'https://xn--bcher-kva.example/login?state=1';
    await h.call({ rounds: [{ a: { mode: 'url', message: 'please', elicitationId: 'e1', url } }] });
    const card = await h.waiting('link');
    expect(card).toMatchObject({ asciiHost: 'xn--bcher-kva.example', unicodeHost: 'bücher.example', toolName: 'ask' });
    expect(card.before + card.host + card.after).toBe(url);
    expect(h.opened).toEqual([]);
    await h.approve(card);
    expect(resultOf(await h.ended())).toContain(JSON.stringify(answers('accept')).slice(1, -1));
    expect(h.opened).toEqual([url]);
    expect(h.host.calls(h.chat)[0]?.asks).toEqual([{ id: '1.1', round: 1, kind: 'link', host: 'xn--bcher-kva.example', answer: 'accept' }]);

    await h.call({ rounds: [{ a: { mode: 'url', message: 'again', elicitationId: 'e2', url } }] });
    await h.host.answer(await h.waiting('link'), 'deny');
    expect(resultOf(await h.ended())).toContain('decline');
    expect(h.opened).toHaveLength(1);
  });

  test(`RES-5 a reading that asks first is answered outside any call, and its text arrives`, async () => {
    const reading = h.host.chat.request('resource.read', { serverKey: 'inquirer', uri: 'inquirer://note' });
    const card = await h.waiting('elicitation');
    expect(card).toMatchObject({ reading: 'inquirer://note' });
    expect(card).not.toHaveProperty('toolName');
    await h.approve(card, { part: 'two' });
    expect(JSON.stringify(await reading)).toContain('two');
  });

  test(`ELI-2 Stop withdraws the question, and the turn ends`, async () => {
    await h.call({ rounds: [{ a: formOf(name) }] });
    await h.waiting('elicitation');
    await h.host.chat.request('conversation.stop', { conversationId: h.chat });
    await h.host.ended(h.chat);
    expect(h.host.state('decisions', {})).toEqual([]);
    expect(asked()).toMatchObject([{ kind: 'form' }]);
  });
});

describe('in the modern era alone', () => {
  let h: InquirerHouse;
  beforeAll(async () => {
    h = await InquirerHouse.open('modern');
  });
  beforeEach(() => h.begin());
  afterEach(() => h.end());
  afterAll(() => h.close());

  test('MRT-3 MRT-1 three rounds of forms are told on the call, the fourth asks whether to go on, and the facts are in the log', async () => {
    await h.call({ rounds: Array.from({ length: 4 }, (_, at) => ({ a: formOf(name, [], `round ${at + 1}`) })) });
    for (const at of [1, 2, 3]) await h.approve(await h.waiting('elicitation', `round ${at}`), { name: `n${at}` });
    await h.host.answer(await h.waiting('go-on'), 'allow');
    await h.approve(await h.waiting('elicitation', 'round 4'), { name: 'n4' });
    const call = await h.ended();
    expect(call.asks?.map(({ round, answer }) => [round, answer])).toEqual([1, 2, 3, 4].map((round) => [round, 'accept']));
    expect(callsReceived(h.record)).toHaveLength(5);
    const kept = h.host.host.database.prepare(
      "SELECT count(*) AS n FROM event WHERE type IN ('call.asked', 'call.answered') AND conversation_id = ?",
    );
    expect(kept.get(h.chat)).toEqual({ n: 8 });
  });

  test('ELI-8 a link that is asked for again is not opened again: the person says when to go on', async () => {
    const link = { mode: 'url', message: 'please', url: 'https://example.com/x' };
    await h.call({ rounds: [{ a: link }, { a: link }] });
    await h.approve(await h.waiting('link'));
    const waiting = await h.waiting('link-waiting');
    expect(waiting).toMatchObject({ hosts: ['example.com'], toolName: 'ask' });
    await h.host.answer(waiting, 'allow');
    expect((await h.ended()).status).toBe('done');
    expect(h.opened).toEqual(['https://example.com/x']);
  });
});

describe('in the legacy era alone', () => {
  let h: InquirerHouse;
  beforeAll(async () => {
    h = await InquirerHouse.open('legacy');
  });
  beforeEach(() => h.begin());
  afterEach(() => h.end());
  afterAll(() => h.close());
  const link = (id: string) => ({ message: `open ${id}`, elicitationId: id, url: `https://example.com/${id}` });

  test('ELI-10 S22 an error that names links: each is consented to, then the very same call goes once more by a permission of its own', async () => {
    await h.call({ required: [link('one'), link('two')] });
    await h.approve(await h.waiting('link', '/one'));
    await h.approve(await h.waiting('link', '/two'));
    expect(h.opened).toEqual(['https://example.com/one', 'https://example.com/two']);
    expect(callsReceived(h.record)).toHaveLength(1);
    await h.host.answer(await h.waiting('link-waiting'), 'allow');
    expect((await h.ended()).status).toBe('done');
    const [first, second, ...more] = callsReceived(h.record);
    expect(more).toEqual([]);
    expect(second?.params?.arguments).toEqual(first?.params?.arguments);
    const rounds = h.host.host.database.prepare('SELECT round, spent_at IS NOT NULL AS spent FROM decision_round').all();
    expect(rounds).toEqual([{ round: 1, spent: 1 }]);
  });

  test('ELI-9 a notice that it is done ends the waiting', async () => {
    await h.call({ required: [link('one')], completesAfter: 1500 });
    await h.approve(await h.waiting('link'));
    expect((await h.ended()).status).toBe('done');
    expect(callsReceived(h.record)).toHaveLength(2);
    expect(h.host.state('decisions', {})).toEqual([]);
  });

  test('ELI-10 a link that is declined, or a wait that is given up, ends the call without another try', async () => {
    await h.call({ required: [link('one'), link('two')] });
    await h.host.answer(await h.waiting('link', '/one'), 'deny');
    expect((await h.ended()).status).toBe('denied');
    expect(h.host.state('decisions', {})).toEqual([]);
    await h.call({ required: [link('three')] });
    // The fixture throws every other time.
    await h.ended();
    await h.call({ required: [link('four')] });
    await h.approve(await h.waiting('link'));
    await h.host.answer(await h.waiting('link-waiting'), 'cancel');
    expect((await h.ended()).status).toBe('denied');
  });
});
