import { expect, test } from 'vitest';
import { layout } from './layout.ts';

test('without a decision the chat page has the whole window', () => {
  expect(layout({ width: 1280, height: 800, waiting: false, wanted: 500, zoom: 1 })).toEqual({
    chat: { x: 0, y: 0, width: 1280, height: 800 },
    decisions: { x: 0, y: 800, width: 1280, height: 0 },
  });
});

test.each([
  [0, 168],
  [300, 300],
  [5000, 496],
])('S25 a strip that wants %i pixels gets %i, and the two pages never overlap', (wanted, strip) => {
  const { chat, decisions } = layout({ width: 1280, height: 800, waiting: true, wanted, zoom: 1 });
  expect(decisions.height).toBe(strip);
  expect(chat.height + decisions.height).toBe(800);
  expect(decisions.y).toBe(chat.height);
});

test.each([
  [800, 2, 440],
  [800, 3, 400],
  [420, 1, 240],
])(
  'in a window of %i pixels at zoom %d the strip gets at most %i: the conversation keeps a height that can be used',
  (height, zoom, strip) => {
    const { chat, decisions } = layout({ width: 1280, height, waiting: true, wanted: 5000, zoom });
    expect(decisions.height).toBe(strip);
    expect(chat.height).toBe(height - strip);
  },
);
