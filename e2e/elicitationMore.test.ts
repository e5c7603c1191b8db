import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendAnyway } from '#shared/elicitation/secretStop.ts';
import { eras, resultOf } from './askerHouse.ts';
import { openTestHost, until } from './harness.ts';
import { formOf, InquirerHouse } from './inquirerHouse.ts';
import { callsReceived } from './paths.ts';

const name = { name: { type: 'string', title: 'Your name' } };
const link = (id: string) => ({ mode: 'url', message: `open ${id}`, elicitationId: id, url: `https://example.com/${id}` });
/** The machine may be busy. */
const slowly = { timeout: 60_000 };
const journal = async (h: InquirerHouse) => (await h.host.chat.request('journal.page', { filter: {}, limit: 100 })).entries;
/** Each file in the folder of this house and in that of everything recorded by it, whole. */
const filesOf = (dir: string): readonly (readonly [string, Buffer])[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => [file, readFileSync(file)] as const);

describe.each(eras)('in the %s era', (era) => {
  let h: InquirerHouse;
  beforeAll(async () => {
    h = await InquirerHouse.open(era);
  });
  beforeEach(() => h.begin());
  afterEach(() => h.end());
  afterAll(() => h.close());

  test(
    'S34 what was filled in is in no file of the data folder, neither while the host runs nor after it has closed its database',
    slowly,
    async () => {
      const own = await InquirerHouse.open(era);
      await own.begin();
      await own.call({ quiet: true, rounds: [{ a: formOf({ nick: { type: 'string' }, password: { type: 'string' } }) }] });
      const filled = { nick: 'CANARY-NICK', password: 'CANARY-PASS' };
      await own.approve(await own.waiting('elicitation'), { ...filled, [sendAnyway]: true });
      expect(resultOf(await own.ended())).toContain('thanks');
      expect(own.received().some(({ line }) => line.includes('CANARY-NICK'))).toBe(true);
      const holding = (): string[] =>
        filesOf(own.folder.dir)
          .filter(([, bytes]) => ['utf8', 'utf16le'].some((form) => bytes.includes(Buffer.from('CANARY-', form as BufferEncoding))))
          .map(([file]) => file);
      // What is searched for is found where it is: the key of the model is in no file either, the name of the form's field is.
      expect(filesOf(own.folder.dir).some(([, bytes]) => bytes.includes(Buffer.from('password')))).toBe(true);
      expect(holding()).toEqual([]);
      await own.host.close();
      expect(holding()).toEqual([]);
      await own.close();
    },
  );

  test('RES-5 a server that asks for a form before it makes a prompt is answered outside any call, and its prompt arrives', async () => {
    const made = h.host.chat.request('prompt.get', { serverKey: 'inquirer', name: 'letter', arguments: {} });
    const card = await h.waiting('elicitation');
    expect(card).toMatchObject({ reading: 'letter', message: 'To whom?' });
    expect(card).not.toHaveProperty('toolName');
    await expect(h.approve(card, {})).rejects.toMatchObject({ failure: { code: 'invalid-input' } });
    await h.approve(card, { name: 'Ada' });
    expect(JSON.stringify((await made).messages)).toContain('Ada');
    const again = h.host.chat.request('prompt.get', { serverKey: 'inquirer', name: 'letter', arguments: {} });
    await h.host.answer(await h.waiting('elicitation'), 'deny');
    expect(JSON.stringify((await again).messages)).toContain('decline');
  });

  test('RES-5 a reading by the model’s own call that asks for a form is answered for that call, which sends just that reading', async () => {
    await h.host.chat.request('resource.setModelReads', { serverKey: 'inquirer', on: true });
    await h.callTool('read_resource', { uri: 'inquirer://note' });
    const card = await h.waiting('elicitation');
    expect(card).toMatchObject({ toolName: 'read_resource', message: 'Which part?' });
    await h.approve(card, { part: 'three' });
    const call = await h.ended();
    expect([call.status, resultOf(call)]).toEqual(['done', expect.stringContaining('three')]);
    expect(call.asks).toEqual([{ id: '1.1', round: 1, kind: 'form', fields: ['part'], answer: 'accept' }]);
    const reads = h.received().filter((m) => m.method === 'resources/read');
    expect(reads).toHaveLength(era === 'modern' ? 2 : 1);
    expect(reads.every((m) => m.params?.uri === 'inquirer://note')).toBe(true);
    expect(callsReceived(h.record)).toEqual([]);
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

  test(
    'ELI-9 a notice of an id that nobody knows ends no wait; one of the right id does, and the journal says that the server ended it',
    slowly,
    async () => {
      await h.call({ required: [link('one')], unknownAfter: 200, completesAfter: 6000 });
      await h.approve(await h.waiting('link'));
      await h.waiting('link-waiting');
      const told = async () =>
        (await h.host.chat.request('traffic.page', { serverKey: 'inquirer', after: 0 })).frames.filter((f) =>
          f.text.includes('nobody-knows-it'),
        ).length;
      await until(async () => (await told()) > 0, 'the notice of an unknown id');
      await sleep(500);
      expect(h.host.state('decisions', {})).toMatchObject([{ kind: 'link-waiting' }]);
      expect(callsReceived(h.record)).toHaveLength(1);
      expect((await h.ended()).status).toBe('done');
      expect(callsReceived(h.record)).toHaveLength(2);
      const waits = (await journal(h)).filter(({ entry }) => JSON.stringify(entry).includes('link-waiting'));
      expect(waits.map(({ entry }) => entry.details?.because)).toEqual(['server-done']);
    },
  );

  test('ELI-8 what waits for the browser can be opened again, as often as the person likes, and goes on waiting', async () => {
    await h.call({ required: [link('one')] });
    await h.approve(await h.waiting('link'));
    const card = await h.waiting('link-waiting');
    await expect(h.host.decisions.request('decision.openAgain', { id: card.id })).rejects.toMatchObject({ failure: { code: 'too-early' } });
    await h.host.decisions.request('decision.painted', { ids: [card.id] });
    await until(() => h.host.state('decisions', {})[0]?.armed, 'the card to take answers');
    for (let n = 2; n <= 3; n++) {
      await h.host.decisions.request('decision.openAgain', { id: card.id });
      expect(h.opened).toEqual(Array(n).fill('https://example.com/one'));
    }
    expect(h.host.state('decisions', {})).toMatchObject([{ id: card.id }]);
    await h.host.decisions.request('decision.settle', { id: card.id, answer: 'allow' });
    expect((await h.ended()).status).toBe('done');
    await expect(h.host.decisions.request('decision.openAgain', { id: card.id })).rejects.toMatchObject({ failure: { code: 'not-found' } });
    await h.call({ rounds: [{ a: formOf(name) }] });
    const form = await h.waiting('elicitation');
    await h.host.decisions.request('decision.painted', { ids: [form.id] });
    await until(() => h.host.state('decisions', {})[0]?.armed, 'the card to take answers');
    await expect(h.host.decisions.request('decision.openAgain', { id: form.id })).rejects.toMatchObject({
      failure: { code: 'invalid-input' },
    });
  });

  test(
    'protocol 4-1 the time of a call stands still while the person is in the browser for a link it pushed, until the server says that it is done',
    slowly,
    async () => {
      await h.host.chat.request('settings.change', { change: { callTimeoutSeconds: 1 } });
      await h.call({ rounds: [{ a: link('slow') }], holds: 3000 });
      await h.approve(await h.waiting('link'));
      expect((await h.ended()).status).toBe('done');
      // The same without a link runs out of time: what stood still was this.
      await h.call({ holds: 30_000 });
      expect((await h.ended()).status).toBe('timed-out');
      // Once the server says that it is done there, the time runs again.
      await h.call({ rounds: [{ a: link('done') }], holds: 60_000, doneAfter: 500 });
      await h.approve(await h.waiting('link'));
      expect((await h.ended()).status).toBe('timed-out');
      // A link that was not opened stops nothing.
      await h.call({ rounds: [{ a: link('no') }], holds: 60_000 });
      await h.host.answer(await h.waiting('link'), 'deny');
      expect((await h.ended()).status).toBe('timed-out');
      await h.host.chat.request('settings.change', { change: { callTimeoutSeconds: 300 } });
    },
  );
});

test('MRT-3 what a call asked for, and how it was answered, is there after the host has ended and begun anew', slowly, async () => {
  const h = await InquirerHouse.open('modern');
  await h.begin();
  await h.call({ rounds: [{ a: formOf(name) }, { b: formOf({ ...name, more: { type: 'string' } }) }] });
  await h.approve(await h.waiting('elicitation'), { name: 'Ada' });
  await h.host.answer(await h.waiting('elicitation', 'more'), 'deny');
  const { asks } = await h.ended();
  expect(asks?.map(({ fields, answer }) => [fields, answer])).toEqual([
    [['Your name'], 'accept'],
    [['Your name', 'more'], 'decline'],
  ]);
  await h.host.close();
  const again = await openTestHost(h.folder.dir, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: h.model.url, OPENAI_MODEL: 'scripted' });
  const { turns } = again.state('conversation', { conversationId: h.chat });
  const calls = turns.flatMap((turn) => turn.parts).flatMap((part) => (part.kind === 'call' ? [part.call] : []));
  expect(calls.map((call) => [call.status, call.asks])).toEqual([['done', asks]]);
  await again.close();
  await h.close();
});
