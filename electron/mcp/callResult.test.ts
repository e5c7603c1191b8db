import { expect, test } from 'vitest';
import { toOutcome, withoutAnswer } from './callResult.ts';

test.each<[string, Parameters<typeof toOutcome>[0], { end: string; modelText: string }]>([
  [
    'UD4 several blocks are one tool message',
    {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    { end: 'done', modelText: 'a\n\nb' },
  ],
  [
    'UD1 structured content stands in for empty content',
    { content: [], structuredContent: { total: 3 } },
    { end: 'done', modelText: '{"total":3}' },
  ],
  [
    'structured content that the text says too is not told twice',
    { content: [{ type: 'text', text: 'three' }], structuredContent: { total: 3 } },
    { end: 'done', modelText: 'three' },
  ],
  [
    'UD5 a picture is a note for the model, never base64',
    { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
    { end: 'done', modelText: '[image/png, 3 bytes, shown to the person]' },
  ],
  [
    'TOL-5 an error of the tool says so',
    { content: [{ type: 'text', text: 'no' }], isError: true },
    { end: 'tool-error', modelText: 'The tool reported an error:\nno' },
  ],
  [
    'TOL-6 a block of an unknown kind does not lose the result',
    { content: [{ type: 'hologram', x: 1 }, 7] },
    { end: 'done', modelText: '{"type":"hologram","x":1}\n\n7' },
  ],
  [
    'TOL-6 what is for the person only is kept from the model',
    {
      content: [
        { type: 'text', text: 'a', annotations: { audience: ['user'] } },
        { type: 'text', text: 'b' },
      ],
    },
    { end: 'done', modelText: 'b' },
  ],
  ['nothing at all is said in words', {}, { end: 'done', modelText: '(the tool answered with nothing)' }],
  [
    'a link is named, not followed',
    { content: [{ type: 'resource_link', uri: 'file:///etc/hosts', name: 'hosts' }] },
    { end: 'done', modelText: '[resource hosts: file:///etc/hosts]' },
  ],
])('%s', (_title, result, expected) => {
  expect(toOutcome(result)).toMatchObject(expected);
});

test('UD8 TOL-7 a huge answer is cut for the model and says so, the person has it whole', () => {
  const { modelText, blocks } = toOutcome({ content: [{ type: 'text', text: 'x'.repeat(300_000) }] });
  expect(modelText.length).toBeLessThan(101_000);
  expect(modelText).toContain('[cut: the answer has 300000 characters');
  expect(blocks).toMatchObject([{ text: 'x'.repeat(300_000) }]);
});

test('UD9 TOL-5 every end without an answer tells the model in plain words', () => {
  for (const end of ['protocol-error', 'denied', 'cancelled', 'timed-out', 'not-sent', 'unknown'] as const)
    expect(withoutAnswer(end, 'why').modelText.length).toBeGreaterThan(10);
  expect(withoutAnswer('unknown', '').modelText).toContain('may have taken effect');
});

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==', 'base64');

test('UD5 a picture is named in its block and its bytes are nowhere else, also when the structured content has it again', () => {
  const content = [{ type: 'image', data: png.toString('base64'), mimeType: 'image/png' }];
  const kept: Uint8Array[] = [];
  const outcome = toOutcome({ content, structuredContent: { content } }, (data) => `name-${kept.push(data)}`);
  expect(outcome.blocks).toEqual([{ kind: 'binary', mimeType: 'image/png', bytes: png.length, media: 'name-1' }]);
  expect(kept.map((data) => Buffer.from(data))).toEqual([png]);
  expect(outcome.modelText).toBe(`[image/png, ${png.length} bytes, shown to the person]`);
});

test('an embedded blob that is text is text, for the person and for the model', () => {
  const resource = { uri: 'demo://a', mimeType: 'text/plain', blob: Buffer.from('茶 tea').toString('base64') };
  const outcome = toOutcome({ content: [{ type: 'resource', resource }] });
  expect(outcome.blocks).toEqual([{ kind: 'resource', uri: 'demo://a', title: 'demo://a', text: '茶 tea' }]);
  expect(outcome.modelText).toContain('茶 tea');
});

test('TOL-6 what is marked as meant for the person is shown, and the model is told that there is such a thing', () => {
  const outcome = toOutcome({ content: [{ type: 'text', text: 'all good', annotations: { audience: ['user'] } }] });
  expect(outcome.blocks).toEqual([{ kind: 'text', text: 'all good', personOnly: true }]);
  expect(outcome.modelText).toBe('(what the tool answered is meant for the person, who sees it)');
});

test('a reason stands alone as a sentence for the person, and goes on with one for the model', () => {
  const outcome = withoutAnswer('not-sent', 'there is no such tool now.');
  expect(outcome.blocks).toEqual([{ kind: 'text', text: 'There is no such tool now.' }]);
  expect(outcome.modelText).toBe('The call was not sent: there is no such tool now.');
});
