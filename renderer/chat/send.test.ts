import { expect, test } from 'vitest';
import type { Bridge } from '#shared/ipc/wire.ts';
import { createClient } from '../ipc/client.ts';
import { chatTopics, createPageStore, createTopics, newChat } from '../store.ts';
import { sendMessage, writeDraft } from './send.ts';

function startPage(answer: (name: string, input: unknown) => Awaited<ReturnType<Bridge['request']>>) {
  const asked: (readonly [string, unknown])[] = [];
  const bridge: Bridge = {
    request: (name, input) => {
      asked.push([name, input]);
      return Promise.resolve(answer(name, input));
    },
    watch: () => () => undefined,
  };
  const client = createClient(bridge);
  return { asked, parts: { client, topics: createTopics(client, chatTopics), page: createPageStore() } };
}
const works = (name: string) => ({ ok: true as const, value: name === 'chat.create' ? { conversationId: 'c1' } : { turnId: 't1' } });

test('a first message makes its chat, is sent in it, and is then no draft any more', async () => {
  const { asked, parts } = startPage(works);
  writeDraft(parts, 'hello');
  await sendMessage(parts, 'hello');
  expect(asked).toEqual([
    ['chat.create', {}],
    ['conversation.send', { conversationId: 'c1', text: 'hello' }],
  ]);
  expect(parts.page.getState()).toMatchObject({ openChat: 'c1', drafts: {} });
});

test('a message that was not taken stays in the box, with the reason beside it', async () => {
  const { parts } = startPage((name) =>
    name === 'chat.create' ? works(name) : { ok: false, failure: { code: 'not-saved', detail: 'disk' } },
  );
  writeDraft(parts, 'keep me');
  await sendMessage(parts, 'keep me');
  const state = parts.page.getState();
  expect(state.drafts['c1']).toBe('keep me');
  expect(state.sendFailures['c1']?.code).toBe('not-saved');
  expect(state.sending['c1']).toBe(false);
  writeDraft(parts, 'keep me!');
  expect(parts.page.getState().sendFailures['c1']).toBeUndefined();
});

test('a chat that could not be made keeps the text where it was written', async () => {
  const { parts } = startPage(() => ({ ok: false, failure: { code: 'internal', detail: '' } }));
  writeDraft(parts, 'first');
  await sendMessage(parts, 'first');
  expect(parts.page.getState()).toMatchObject({ openChat: null, drafts: { [newChat]: 'first' } });
  expect(parts.page.getState().sendFailures[newChat]?.code).toBe('internal');
});

test('each chat has its own draft, and what is written on while a message is sent is kept', async () => {
  const { parts } = startPage(works);
  parts.page.setState({ openChat: 'a' });
  writeDraft(parts, 'for a');
  parts.page.setState({ openChat: 'b' });
  writeDraft(parts, 'for b');
  const sending = sendMessage(parts, 'for b');
  writeDraft(parts, 'for b, and more');
  await sending;
  expect(parts.page.getState().drafts).toEqual({ a: 'for a', b: 'for b, and more' });
});

test('a text is sent once, however often Enter is pressed meanwhile, and white space is no message', async () => {
  const { asked, parts } = startPage(works);
  parts.page.setState({ openChat: 'a' });
  await Promise.all([sendMessage(parts, 'x'), sendMessage(parts, 'x'), sendMessage(parts, '  \n')]);
  expect(asked).toHaveLength(1);
});
