import { expect, test } from 'vitest';
import type { Bridge, Frame } from '#shared/ipc/wire.ts';
import { createClient } from '../ipc/client.ts';
import { createPageStore, createTopics } from '../store.ts';
import { followChats } from './followChats.ts';

function startPage() {
  let receive: (frame: Frame) => void = () => undefined;
  const bridge: Bridge = {
    request: () => Promise.resolve({ ok: true, value: undefined }),
    watch: (_name, _key, to) => {
      receive = to;
      return () => undefined;
    },
  };
  const parts = { topics: createTopics(createClient(bridge), ['chats']), page: createPageStore() };
  followChats(parts);
  return { page: parts.page, send: (frame: Frame) => receive(frame) };
}
const chat = (id: string, activity: 'quiet' | 'running' | 'waiting') => ({ id, title: id, updatedAt: 1, activity });

test('a page that begins while a chat waits for the person shows that chat', () => {
  const { page, send } = startPage();
  send({ kind: 'snapshot', seq: 1, state: [chat('a', 'quiet'), chat('b', 'running'), chat('c', 'waiting')] });
  expect(page.getState().openChat).toBe('c');
});

test('a page that begins while nothing happens shows an empty chat, and later ones do not push themselves forward', () => {
  const { page, send } = startPage();
  send({ kind: 'snapshot', seq: 1, state: [chat('a', 'quiet')] });
  send({ kind: 'event', seq: 2, event: { type: 'chat.changed', chat: chat('b', 'running') } });
  expect(page.getState().openChat).toBeNull();
});

test('a chat that is deleted is not left open', () => {
  const { page, send } = startPage();
  send({ kind: 'snapshot', seq: 1, state: [chat('a', 'quiet'), chat('b', 'quiet')] });
  page.setState({ openChat: 'a' });
  send({ kind: 'event', seq: 2, event: { type: 'chat.removed', id: 'b' } });
  expect(page.getState().openChat).toBe('a');
  send({ kind: 'event', seq: 3, event: { type: 'chat.removed', id: 'a' } });
  expect(page.getState().openChat).toBeNull();
});
