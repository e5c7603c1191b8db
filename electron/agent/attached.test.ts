import { expect, test } from 'vitest';
import type { AttachedPart, AttachmentView } from '#shared/conversation/attachments.ts';
import { estimateTokens } from '#shared/conversation/context.ts';
import { splitFences } from '#shared/conversation/fence.ts';
import { emptyConversation, reduceConversation } from '#shared/conversation/state.ts';
import { attachedBudget, attachedLimit } from './attached.ts';
import { toModelRequest } from './context.ts';
import { describeContext, requestText } from './describeContext.ts';

const view = (id: string, characters: number, cut = false): AttachmentView => ({
  id,
  source: { kind: 'resource', serverKey: 's', uri: `x://${id}` },
  title: id,
  mimeType: 'text/plain',
  characters,
  bytes: characters,
  cut,
  readAt: 1,
  digest: '',
});
const turnsWith = (...attachments: AttachmentView[]) =>
  attachments
    .map((attachment, at) => ({
      type: 'turn.started' as const,
      turnId: `t${at}`,
      at,
      text: `q${at}`,
      model: 'm',
      attachments: [attachment],
    }))
    .reduce(reduceConversation, emptyConversation).turns;
const textPart = (text: string): AttachedPart[] => [{ kind: 'text', uri: 'x://y', mimeType: 'text/plain', text }];
const blocksOf = (text: string) => splitFences(text).blocks;
const userTexts = (request: ReturnType<typeof toModelRequest>) => request.messages.flatMap((m) => (m.role === 'user' ? [m.text] : []));

test('a huge attachment is cut, and the model is told how much of it there is', () => {
  const [text = ''] = userTexts(
    toModelRequest(turnsWith(view('big', 900_000, true)), [], [], { textsOf: () => textPart('x'.repeat(200_000)) }),
  );
  const [block] = blocksOf(text);
  expect(block?.text).toHaveLength(attachedLimit);
  expect(block?.header.note).toBe(`only the first ${attachedLimit} of 900000 characters`);
});

test('UD7 what does not fit over many turns is named instead of sent again, oldest first', () => {
  const turns = turnsWith(...Array.from({ length: 12 }, (_, at) => view(`a${at}`, 100_000)));
  const request = toModelRequest(turns, [], [], { textsOf: (id) => textPart(`${id} `.padEnd(100_000, 'x')) });
  const blocks = userTexts(request).flatMap(blocksOf);
  expect(blocks.map((b) => b.text !== '')).toEqual([...Array<boolean>(8).fill(false), ...Array<boolean>(4).fill(true)]);
  expect(blocks[0]?.header.note).toContain('left out here to save room');
  expect(requestText(request).length).toBeLessThan(attachedBudget + 10_000);
});

test('what is no text is named by kind and size, never sent', () => {
  const parts: AttachedPart[] = [{ kind: 'binary', uri: 'x://p', mimeType: 'image/png', bytes: 70 }];
  const [text = ''] = userTexts(toModelRequest(turnsWith(view('p', 0)), [], [], { textsOf: () => parts }));
  expect(blocksOf(text)).toMatchObject([{ text: '', header: { note: 'not text, so only named: image/png, 70 bytes' } }]);
});

test('several contents of one attachment stand in one block, each under its address', () => {
  const parts: AttachedPart[] = ['a', 'b'].map((name) => ({ kind: 'text', uri: `x://${name}`, mimeType: '', text: `text ${name}` }));
  const [text = ''] = userTexts(toModelRequest(turnsWith(view('p', 12)), [], [], { textsOf: () => parts }));
  expect(blocksOf(text)[0]?.text).toBe('[x://a]\ntext a\n\n[x://b]\ntext b');
});

test('without attachments a request is what it was: no word on blocks in the system text', () => {
  const turns = [{ type: 'turn.started' as const, turnId: 't', at: 0, text: 'q', model: 'm' }].reduce(
    reduceConversation,
    emptyConversation,
  ).turns;
  const request = toModelRequest(turns, [], []);
  expect(request.system).not.toContain('ATTACHED');
  expect(request.messages).toEqual([{ role: 'user', text: 'q' }]);
});

test('the items of a context add up to the request they tell of', () => {
  const turns = turnsWith(view('a', 400), view('b', 400));
  const textsOf = () => textPart('word '.repeat(80));
  const advice = [{ serverKey: 's', instructions: 'Be brief. '.repeat(20) }];
  const tools = [
    { name: 's__one', description: 'd'.repeat(400), parameters: { type: 'object' } },
    { name: 'r__two', description: '', parameters: {} },
  ];
  const request = toModelRequest(turns, tools, advice, { textsOf });
  const resolve = (name: string) => ({ serverKey: name.slice(0, 1), toolName: name.slice(3) });
  const { items, total } = describeContext(request, { model: 'm', turns, nextTurnId: 't1', advice, resolve, textsOf });
  const sum = items.reduce((all, { tokens }) => all + tokens, 0);
  expect(Math.abs(sum - total)).toBeLessThan(12);
  expect(items.map((i) => i.kind)).toEqual(['system', 'instructions', 'attachment', 'attachment', 'tools', 'tools', 'turn', 'draft']);
  expect(items.filter((i) => i.kind === 'attachment').map((i) => i.when)).toEqual(['earlier', 'next']);
  for (const item of items) if (item.kind === 'system' || item.kind === 'instructions') expect(request.system).toContain(item.text);
});

test('tokens are estimated by four letters, and one for each Chinese character', () => {
  expect([estimateTokens(''), estimateTokens('12345678'), estimateTokens('你好世界'), estimateTokens('你好 ab')]).toEqual([0, 2, 4, 3]);
});
