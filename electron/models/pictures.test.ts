import { expect, test } from 'vitest';
import { toMessagesRequest } from './anthropicRequest.ts';
import { picturesOf, pictureLimits } from './pictures.ts';
import type { ModelMessage, ModelRequest } from './provider.ts';
import { defaultQuirks, quirksFor, seesPictures } from './quirks.ts';
import { toRequest } from './request.ts';

const png = Buffer.from('89504e470d0a1a0a', 'hex');
const call = (id: string): ModelMessage => ({
  role: 'assistant',
  text: '',
  reasoning: '',
  calls: [{ id, name: 'a__b', argumentsText: '{}' }],
});
const answer = (callId: string, ...sizes: number[]): ModelMessage => ({
  role: 'tool',
  callId,
  text: `[image/png of ${callId}]`,
  pictures: sizes.map((bytes, at) => ({ media: `${callId}-${at}`, bytes })),
});
const request = (...messages: ModelMessage[]): ModelRequest => ({
  system: '',
  messages: [{ role: 'user', text: 'look' }, ...messages],
  tools: [],
  picture: (media) =>
    media.startsWith('gone') ? undefined : { mimeType: media.startsWith('sound') ? 'audio/wav' : 'image/png', data: png },
});
const base64 = png.toString('base64');

test('UD5 TOL-6 a model that sees gets the picture of a result in a message after the tool’s own, one for all results of a round', () => {
  const { messages } = toRequest(request(call('1'), answer('1', 8), answer('2', 8), call('3'), answer('3')), 'm', {
    ...defaultQuirks,
    images: true,
  });
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'user', 'assistant', 'tool']);
  const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } };
  expect(messages[4]?.content).toEqual([
    { type: 'text', text: expect.stringContaining('not a message of the person') as string },
    image,
    image,
  ]);
});

test('UD5 TOL-6 the messages API gets the picture within the result it belongs to', () => {
  const quirks = quirksFor('https://api.anthropic.com');
  const { messages } = toMessagesRequest(request(call('1'), answer('1', 8)), { id: 'a/m', model: 'm', quirks });
  expect(messages.at(-1)?.content).toEqual([
    {
      type: 'tool_result',
      tool_use_id: '1',
      content: [
        { type: 'text', text: '[image/png of 1]' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64 } },
      ],
    },
  ]);
});

test('UD5 a model that does not see gets the note alone, whatever kind of endpoint it is behind', () => {
  const asked = request(call('1'), answer('1', 8));
  expect(JSON.stringify(toRequest(asked, 'm', defaultQuirks))).not.toContain(base64);
  const quirks = { ...quirksFor('https://api.anthropic.com'), images: false };
  expect(JSON.stringify(toMessagesRequest(asked, { id: 'a/m', model: 'm', quirks }))).not.toContain(base64);
});

test('UD7 older pictures give way to newer ones before the request grows too large, and the model is told', () => {
  const many = Array.from({ length: 6 }, (_, n) => [call(`c${n}`), answer(`c${n}`, 2_000_000)]).flat();
  const of = picturesOf(request(...many));
  const answers = many.filter((message) => message.role === 'tool');
  expect(answers.map((message) => of(message).sent.length)).toEqual([0, 0, 1, 1, 1, 1]);
  const { messages } = toRequest(request(...many), 'm', { ...defaultQuirks, images: true });
  expect(JSON.stringify(messages).split(base64)).toHaveLength(5);
  expect(messages[2]?.content).toBe('[image/png of c0]\n[a picture is left out here to save room]');
});

test('UD7 one picture that is too large, too many, a sound and what is gone are left out, and nothing else with them', () => {
  const of = picturesOf(request(answer('big', pictureLimits.oneBytes + 1, 8), answer('sound', 8), answer('gone', 8)));
  const found = request(answer('big', pictureLimits.oneBytes + 1, 8));
  const own = picturesOf(found);
  const [, big] = found.messages;
  expect(big?.role === 'tool' && own(big)).toMatchObject({ sent: [{ type: 'image/png' }], leftOut: 1 });
  expect(of({ role: 'tool', callId: 'x', text: '' })).toEqual({ sent: [], leftOut: 0 });
  const crowd = request(answer('many', ...Array.from({ length: 20 }, () => 8)));
  const [, many] = crowd.messages;
  expect(many?.role === 'tool' && picturesOf(crowd)(many).sent).toHaveLength(pictureLimits.count);
});

test('which models see is known by their endpoint, and by names that say so anywhere', () => {
  expect(seesPictures(quirksFor('https://api.openai.com/v1'), 'gpt')).toBe(true);
  for (const name of ['qwen2.5-vl-7b', 'qwen-vl-max', 'moonshot-v1-8k-vision-preview', 'llava:13b', 'glm-4v', 'gemma3:12b', 'pixtral-12b'])
    expect(seesPictures(defaultQuirks, name), name).toBe(true);
  for (const name of ['scripted', 'qwen3:8b', 'deepseek-chat', 'visionary', 'evl'])
    expect(seesPictures(defaultQuirks, name), name).toBe(false);
});
