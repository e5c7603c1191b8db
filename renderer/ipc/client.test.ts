import { expect, test } from 'vitest';
import type { Reply } from '#shared/ipc/failure.ts';
import type { Bridge, Frame } from '#shared/ipc/wire.ts';
import { createClient, failureOf } from './client.ts';

function startBridge(reply: Reply<unknown> = { ok: true, value: undefined }) {
  const watches: { readonly name: string; readonly key: unknown; readonly receive: (frame: Frame) => void; isStopped: boolean }[] = [];
  const bridge: Bridge = {
    request: () => Promise.resolve(reply),
    watch: (name, key, receive) => {
      const watch = { name, key, receive, isStopped: false };
      watches.push(watch);
      return () => {
        watch.isStopped = true;
      };
    },
  };
  return { bridge, watches };
}
const chat = (id: string, updatedAt: number) => ({ id, title: id, updatedAt, activity: 'quiet' });
const changed = (seq: number, id: string): Frame => ({ kind: 'event', seq, event: { type: 'chat.changed', chat: chat(id, seq) } });
const snapshot = (seq: number, ...ids: string[]): Frame => ({ kind: 'snapshot', seq, state: ids.map((id) => chat(id, 0)) });

test('a topic is the snapshot and then every event folded by the shared reducer', () => {
  const { bridge, watches } = startBridge();
  const watched = createClient(bridge).watch('chats', {});
  let changes = 0;
  watched.subscribe(() => {
    changes += 1;
  });
  expect(watched.hasArrived()).toBe(false);
  watches[0]?.receive(snapshot(4, 'a'));
  watches[0]?.receive(changed(5, 'b'));
  expect(watched.getSnapshot().map((c) => c.id)).toEqual(['b', 'a']);
  expect([changes, watched.hasArrived()]).toEqual([2, true]);
});

test('a gap means that a frame was lost: the topic is watched again and nothing is guessed', () => {
  const { bridge, watches } = startBridge();
  const watched = createClient(bridge).watch('chats', {});
  watched.subscribe(() => undefined);
  watches[0]?.receive(snapshot(1, 'a'));
  watches[0]?.receive(changed(3, 'c'));
  expect(watched.getSnapshot().map((c) => c.id)).toEqual(['a']);
  expect(watches).toHaveLength(2);
  expect(watches[0]?.isStopped).toBe(true);
  watches[0]?.receive(changed(4, 'late'));
  watches[1]?.receive(snapshot(4, 'a', 'b', 'c'));
  watches[1]?.receive(changed(5, 'd'));
  expect(watched.getSnapshot().map((c) => c.id)).toEqual(['d', 'a', 'b', 'c']);
});

test('an event that was already part of the snapshot is not folded twice', () => {
  const { bridge, watches } = startBridge();
  const watched = createClient(bridge).watch('chats', {});
  watched.subscribe(() => undefined);
  watches[0]?.receive(changed(1, 'x'));
  watches[0]?.receive(snapshot(2, 'a'));
  watches[0]?.receive(changed(2, 'b'));
  expect(watched.getSnapshot().map((c) => c.id)).toEqual(['a']);
});

test('main is watched once for all listeners and no longer than one of them stays', () => {
  const { bridge, watches } = startBridge();
  const watched = createClient(bridge).watch('chats', {});
  const stops = [watched.subscribe(() => undefined), watched.subscribe(() => undefined)];
  expect(watches).toHaveLength(1);
  stops[0]?.();
  stops[0]?.();
  expect(watches[0]?.isStopped).toBe(false);
  stops[1]?.();
  expect(watches[0]?.isStopped).toBe(true);
});

test('a refusal of main arrives with its code, and so does a bridge that breaks', async () => {
  const refusing = createClient(startBridge({ ok: false, failure: { code: 'busy', detail: 'open turn' } }).bridge);
  await expect(refusing.request('chat.create', {})).rejects.toMatchObject({ failure: { code: 'busy', detail: 'open turn' } });
  const broken = createClient({ ...startBridge().bridge, request: () => Promise.reject(new Error('gone')) });
  const thrown: unknown = await broken.request('chat.create', {}).catch((error: unknown) => error);
  expect(failureOf(thrown).code).toBe('internal');
  expect(failureOf('odd')).toEqual({ code: 'internal', detail: 'odd' });
});
