import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AskerHouse, eras, resultOf } from './askerHouse.ts';
import { until } from './harness.ts';
import { callsReceived, received } from './paths.ts';

/** The smallest picture. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.each(eras)('in the %s era', (era) => {
  let h: AskerHouse;
  beforeAll(async () => {
    h = await AskerHouse.open(era);
  });
  beforeEach(() => h.begin());
  afterEach(() => h.end());
  afterAll(() => h.close());

  test(`S33 sampling while undeclared: refused, and the model's endpoint sees no request`, async () => {
    await h.call('ask_model', { prompt: 'hello' });
    const one = await h.ended();
    expect(one.status).toBe('protocol-error');
    expect(h.samplings()).toEqual([]);
    expect(h.host.state('decisions', {})).toEqual([]);
  });

  test(`SAM-2 a request is shown whole, runs after Approve, and its answer is shown before it goes back`, async () => {
    await h.allowSampling();
    await h.call('ask_model', { prompt: 'say\u202e it', system: 'be short', maxTokens: 9999, hint: 'SCRIPT' });
    const request = await h.host.waiting('sampling-request');
    expect(request).toMatchObject({
      serverKey: 'asker',
      system: 'be short',
      messages: [{ role: 'user', blocks: [{ type: 'text', text: 'say\u202e it' }] }],
      askedTokens: 9999,
      maxTokens: 4096,
      hints: ['SCRIPT'],
      model: { id: 'environment/scripted', sendsOut: true },
      chosenBy: 'hint',
      matchedHint: 'SCRIPT',
      contextIgnored: false,
      edited: false,
    });
    expect(h.samplings()).toEqual([]);
    await h.host.answer(request, 'allow');
    const answer = await h.host.waiting('sampling-answer');
    expect(answer).toMatchObject({ text: 'sampled!', modelName: 'scripted', tokens: 12, uses: [], stopReason: 'endTurn', edited: false });
    expect(received(h.record).filter((m) => m.line.includes('sampled!'))).toEqual([]);
    await h.host.answer(answer, 'allow');
    expect(resultOf(await h.ended())).toContain('sampled!');
    const [sampling, ...more] = h.samplings();
    expect(more).toEqual([]);
    expect(sampling?.body).toMatchObject({
      max_tokens: 4096,
      messages: [
        { role: 'system', content: 'be short' },
        { role: 'user', content: 'say\u202e it' },
      ],
    });
    expect(h.view().permissions?.spent).toMatchObject({ calls: 1, tokens: 12 });
  });

  test(`SAM-6 SAM-7 F47 a declined request ends the call with words, and no model was asked`, async () => {
    await h.allowSampling();
    await h.call('ask_model', { prompt: 'hello' });
    await h.host.answer(await h.host.waiting('sampling-request'), 'deny');
    const one = await h.ended();
    expect(one.status).toBe(era === 'modern' ? 'denied' : 'protocol-error');
    expect(h.samplings()).toEqual([]);
    if (era === 'modern') expect(callsReceived(h.record)).toHaveLength(1);
    else expect(received(h.record).find((m) => m.line.includes('"error"'))?.line).toContain('"code":-1');
    expect(JSON.stringify(h.model.requests.at(-1)?.body.messages)).toMatch(/did not let this call go on|User rejected/);
  });

  test(`S33 a declined answer does not go back, though its tokens are counted`, async () => {
    await h.allowSampling();
    await h.call('ask_model', { prompt: 'hello' });
    await h.host.answer(await h.host.waiting('sampling-request'), 'allow');
    await h.host.answer(await h.host.waiting('sampling-answer'), 'deny');
    await h.ended();
    expect(received(h.record).filter((m) => m.line.includes('sampled!'))).toEqual([]);
    expect(h.view().permissions?.spent).toMatchObject({ calls: 1, tokens: 12 });
  });

  test(`S33 SAM-5 sampling knows nothing of the chat and never joins it`, async () => {
    await h.allowSampling();
    await h.call('ask_model', { prompt: 'hello' });
    await h.host.answer(await h.host.waiting('sampling-request'), 'allow');
    await h.host.answer(await h.host.waiting('sampling-answer'), 'allow');
    await h.ended();
    const [sampling] = h.samplings();
    expect(JSON.stringify(sampling?.body)).not.toContain('call ask_model');
    expect(sampling?.body.messages).toHaveLength(1);
    const turn = h.host.turn(h.chat);
    expect(turn?.parts.map((p) => (p.kind === 'call' ? p.call.toolName : p.text))).toEqual(['ask_model', 'ok']);
  });

  test(`S33 what no model here can do, or breaks the rules, is refused without asking anybody`, async () => {
    await h.allowSampling();
    const picture = { messages: [{ role: 'user', content: { type: 'image', data: png, mimeType: 'image/png' } }] };
    const unanswered = { messages: [{ role: 'assistant', content: { type: 'tool_use', id: '1', name: 'x', input: {} } }] };
    const refusals = [
      { kind: 'image' },
      { request: picture },
      { kind: 'tools', request: unanswered },
      { kind: 'tools', request: { tools: [], toolChoice: { mode: 'required' } } },
    ];
    for (const args of refusals) {
      await h.call('ask_model', { prompt: 'x', ...args });
      expect((await h.ended()).status, JSON.stringify(args)).toBe('protocol-error');
    }
    if (era === 'legacy') expect(received(h.record).filter((m) => m.line.includes('"code":-32602'))).toHaveLength(refusals.length);
    expect(h.host.state('decisions', {})).toEqual([]);
    expect(h.samplings()).toEqual([]);
  });

  test(`protocol 4-1 the time that a person takes to decide never times out the call`, async () => {
    await h.allowSampling();
    await h.host.chat.request('settings.change', { change: { callTimeoutSeconds: 1 } });
    await h.call('ask_model', { prompt: 'hello' });
    const request = await h.host.waiting('sampling-request');
    await new Promise((done) => setTimeout(done, 1500));
    await h.host.answer(request, 'allow');
    const answer = await h.host.waiting('sampling-answer');
    await new Promise((done) => setTimeout(done, 1200));
    await h.host.answer(answer, 'allow');
    expect((await h.ended()).status).toBe('done');
  });

  test(`Stop withdraws what a server asks for, and ends the turn`, async () => {
    await h.allowSampling();
    await h.call('ask_model', { prompt: 'hello' });
    await h.host.waiting('sampling-request');
    await h.host.chat.request('conversation.stop', { conversationId: h.chat });
    expect((await h.ended()).status).toBe('cancelled');
    if (era === 'modern') await until(() => h.host.state('decisions', {}).length === 0, 'the question to be withdrawn');
  });
});

describe('in the modern era alone', () => {
  let h: AskerHouse;
  beforeAll(async () => {
    h = await AskerHouse.open('modern');
  });
  beforeEach(() => h.begin());
  afterEach(() => h.end());
  afterAll(() => h.close());

  test('S12 what was turned on for one launch is off for another of the same name', async () => {
    await h.allowSampling();
    await h.addFolder('x');
    const entry = h.view().entry as { args: string[] };
    await h.host.chat.request('server.save', {
      key: 'asker',
      entry: { ...entry, command: process.execPath, args: [...entry.args, 'other'] },
    });
    await h.host.waiting('server-trust');
    expect(h.view().permissions).toMatchObject({ sampling: false, folders: [] });
    await h.host.admit('asker');
  });
});

describe('in the older era alone', () => {
  let h: AskerHouse;
  beforeAll(async () => {
    h = await AskerHouse.open('legacy');
  });
  beforeEach(() => h.begin());
  afterEach(() => h.end());
  afterAll(() => h.close());

  test('SAM-1 an older server hears of sampling when it is turned on, by a new handshake, but not while a call runs', async () => {
    const handshakes = (): unknown[] =>
      received(h.record)
        .filter((m) => m.method === 'initialize')
        .map((m) => m.params?.capabilities);
    await h.addFolder('x');
    await h.call('list_folders');
    await h.ended();
    await h.allowSampling();
    await until(() => handshakes().length === 2 && h.view().state.status === 'ready', 'a new handshake');
    expect(handshakes()).toEqual([{ roots: { listChanged: true } }, { roots: { listChanged: true }, sampling: { tools: {} } }]);
    await h.call('ask_model', { prompt: 'hello' });
    const request = await h.host.waiting('sampling-request');
    await h.host.chat.request('server.setSampling', { key: 'asker', on: false });
    await new Promise((done) => setTimeout(done, 300));
    expect(handshakes()).toHaveLength(2);
    await h.host.answer(request, 'deny');
    await h.ended();
    await until(() => handshakes().length === 3, 'the handshake after the call');
  });
});
