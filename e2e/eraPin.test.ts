import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until, type TestHost } from './harness.ts';
import { listenModern, listenSessionful } from './http/mcpServers.ts';
import { OneServer, stateOf } from './http/oneServer.ts';
import { fixture, makeFolder, received } from './paths.ts';

const one = new OneServer();
let scratch: ReturnType<typeof makeFolder>;
let record: string;
beforeEach(() => {
  scratch = makeFolder();
  record = path.join(scratch.dir, 'record');
});
afterEach(async () => {
  await one.close();
  scratch.remove();
});
const recorder = (era: string) => fixture('recorder', { RECORD_FILE: record, ...(era === 'legacy' ? { RECORDER_ERA: era } : {}) });
/** The machine may be busy. */
const slowly = { timeout: 90_000 };

describe('LIF-2 a version that the person pins a server to', () => {
  const view = (h: TestHost) => h.state('servers', {}).find((s) => s.key === 'far');
  const pin = (h: TestHost, choice: 'automatic' | 'newer' | 'older') => h.chat.request('server.setEraPin', { serverKey: 'far', choice });
  const eraOf = (h: TestHost) => {
    const state = stateOf(h);
    return state?.status === 'ready' ? state.era : undefined;
  };
  const both = (env: Readonly<Record<string, string>> = {}) => fixture('recorder', { RECORD_FILE: record, ...env });

  test(
    'LIF-2 older only: no question of the newer era is sent, over standard streams and over HTTP, and it is kept for this launch alone',
    slowly,
    async () => {
      const h = await one.admit(both());
      expect(eraOf(h)).toBe('modern');
      const before = received(record).length;
      await pin(h, 'older');
      await until(() => eraOf(h) === 'legacy', 'the older era');
      expect(
        received(record)
          .slice(before)
          .map((m) => m.method),
      ).not.toContain('server/discover');
      expect(view(h)?.pin).toBe('older');
      const { entries } = await h.chat.request('journal.page', { filter: {}, limit: 50 });
      expect(entries.map(({ entry }) => entry.what)).toContain('protocol-older');
      await pin(h, 'automatic');
      await until(() => eraOf(h) === 'modern' && view(h)?.pin === undefined, 'the newer era again');
      await pin(h, 'older');
      await until(() => eraOf(h) === 'legacy', 'the older era again');
      await h.chat.request('server.save', { key: 'far', entry: both({ OTHER: 'launch' }) as { command: string } });
      await h.answer(await h.waiting('server-trust'), 'allow');
      await until(() => eraOf(h) === 'modern' && view(h)?.pin === undefined, 'another launch to be asked for its era');

      const failedAs = (house: TestHost) =>
        until(() => {
          const state = stateOf(house);
          return state?.status === 'failed' && state.problem.code;
        }, 'a server of the newer era alone to be refused');
      const alone = await one.admit(fixture('scripted', { MODE_ERA: 'modern' }));
      await pin(alone, 'older');
      expect(await failedAs(alone)).toBe('not-older');
      const server = await listenModern();
      const far = await one.admit({ url: server.url });
      const asked = () => server.received.filter((r) => r.rpc === 'server/discover').length;
      const discovered = asked();
      await pin(far, 'older');
      // Over HTTP such a server refuses the handshake as it refuses anything wrong: with a status.
      expect([await failedAs(far), asked()]).toEqual(['http-refused', discovered]);
      await one.close();
      await server.close();
    },
  );

  test('LIF-2 newer only: no older handshake is tried, not even where nothing else would work, and the page says why', slowly, async () => {
    const server = await listenSessionful();
    const h = await one.admit({ url: server.url });
    const handshakes = () => server.received.filter((r) => r.rpc === 'initialize').length;
    const before = handshakes();
    await pin(h, 'newer');
    const problem = await until(() => {
      const state = stateOf(h);
      return state?.status === 'failed' && state.problem;
    }, 'the refusal');
    expect([problem.code, handshakes()]).toEqual(['not-newer', before]);
    await pin(h, 'automatic');
    await until(() => eraOf(h) === 'legacy', 'the older era again');
    const local = await one.admit(recorder('legacy'));
    const lines = received(record).length;
    await pin(local, 'newer');
    await until(() => stateOf(local)?.status === 'failed', 'the refusal over standard streams');
    expect(
      received(record)
        .slice(lines)
        .map((m) => m.method),
    ).not.toContain('initialize');
    expect(stateOf(local)).toMatchObject({ problem: { code: 'not-newer' } });
    const modernOne = await one.admit(both());
    await pin(modernOne, 'newer');
    await until(() => eraOf(modernOne) === 'modern' && view(modernOne)?.pin === 'newer', 'the newer era');
    await one.close();
    await server.close();
  });
});
