import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AskerHouse, eras, resultOf } from './askerHouse.ts';
import { callsReceived } from './paths.ts';

describe.each(eras)('in the %s era', (era) => {
  let h: AskerHouse;
  beforeAll(async () => {
    h = await AskerHouse.open(era);
  });
  beforeEach(() => h.begin());
  afterEach(() => h.end());
  afterAll(() => h.close());

  test(`one round that asks for two things gets both`, async () => {
    await h.allowSampling();
    const dir = await h.addFolder('both');
    await h.call('ask_both', { prompt: 'hello' });
    await h.host.answer(await h.host.waiting('sampling-request'), 'allow');
    await h.host.answer(await h.host.waiting('sampling-answer'), 'allow');
    const text = resultOf(await h.ended());
    expect(text).toContain('sampled!');
    expect(text).toContain(pathToFileURL(dir).href);
    expect(text).not.toContain('wrong state');
  });

  test(`S37 what was never declared is not answered, and nobody is asked`, async () => {
    await h.allowSampling();
    await h.call('ask_form');
    expect((await h.ended()).status).toBe('protocol-error');
    expect(h.host.state('decisions', {})).toEqual([]);
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

  test('MRT-1 the state goes back byte for byte, in the same call with the same bytes and a new id', async () => {
    await h.addFolder('x');
    await h.call('list_folders');
    expect(resultOf(await h.ended())).not.toContain('wrong state');
    const [first, second, ...more] = callsReceived(h.record);
    expect(more).toEqual([]);
    expect(second?.params?.arguments).toEqual(first?.params?.arguments);
    expect(second?.id).not.toEqual(first?.id);
    expect(Object.keys(first?.params ?? {})).not.toContain('requestState');
    expect(second?.line).not.toContain('permit');
  });

  test('MRT-2 S37 F47 three rounds go by themselves, then the person is asked; Stop ends the call, Continue lets it go on', async () => {
    await h.call('loop', { rounds: 3 });
    expect(resultOf(await h.ended())).toContain('rounds: 3');
    expect(callsReceived(h.record)).toHaveLength(4);
    expect(callsReceived(h.record)[1]?.params).not.toHaveProperty('inputResponses');

    await h.call('loop', { rounds: 5 });
    const goOn = await h.host.waiting('go-on');
    expect(goOn).toMatchObject({ reason: 'input', rounds: 3, serverKey: 'asker', toolName: 'loop' });
    expect(callsReceived(h.record)).toHaveLength(8);
    await h.host.answer(goOn, 'allow');
    expect(resultOf(await h.ended())).toContain('rounds: 5');

    await h.call('loop', { rounds: 1_000_000 });
    await h.host.answer(await h.host.waiting('go-on'), 'deny');
    expect((await h.ended()).status).toBe('denied');
    expect(callsReceived(h.record)).toHaveLength(10 + 4);
  });

  test('S22 each round that leaves was committed before and is spent once', async () => {
    await h.call('loop', { rounds: 2 });
    await h.ended();
    const rows = h.host.host.database
      .prepare(
        'SELECT round, spent_at IS NOT NULL AS spent, decided_at <= spent_at AS inOrder FROM decision_round WHERE decision_id = (SELECT decision_id FROM decision_round JOIN decision ON id = decision_id ORDER BY decision.decided_at DESC LIMIT 1)',
      )
      .all();
    expect(rows).toEqual([
      { round: 1, spent: 1, inOrder: 1 },
      { round: 2, spent: 1, inOrder: 1 },
    ]);
  });

  test('S37 a state of more than 64 kB is not carried along', async () => {
    await h.call('heavy');
    const one = await h.ended();
    expect([one.status, callsReceived(h.record).length]).toEqual(['protocol-error', 1]);
  });
});
