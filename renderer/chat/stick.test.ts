import { expect, test } from 'vitest';
import { afterResize, afterScroll, letGo, type Stick, stickAtStart } from './stick.ts';

const atEnd: Stick = { sticking: true, isUnread: false, view: { top: 600, height: 400, full: 1000 } };

test('the end stays in view while the text grows', () => {
  const { stick, scrollTo } = afterResize(atEnd, { top: 600, height: 400, full: 1200 });
  expect(scrollTo).toBe(800);
  expect(stick.isUnread).toBe(false);
});

test('UG3 a person who has scrolled up is not moved, neither while text comes nor when it ends', () => {
  const up = afterScroll(atEnd, { top: 300, height: 400, full: 1000 });
  expect(up.sticking).toBe(false);
  const grown = afterResize(up, { top: 300, height: 400, full: 1500 });
  expect(grown.scrollTo).toBeUndefined();
  expect(grown.stick.isUnread).toBe(true);
  const ended = afterResize(grown.stick, { top: 300, height: 400, full: 1480 });
  expect(ended.scrollTo).toBeUndefined();
});

test('UG3 growth that is seen in a scroll event first does not count as scrolling up', () => {
  const grown = afterScroll(atEnd, { top: 600, height: 400, full: 1300 });
  expect(grown.sticking).toBe(true);
  expect(afterResize(grown, { top: 600, height: 400, full: 1300 }).scrollTo).toBe(900);
});

test('coming back to the end sticks again and there is nothing new any more', () => {
  const reading: Stick = { sticking: false, isUnread: true, view: { top: 100, height: 400, full: 1500 } };
  expect(afterScroll(reading, { top: 1090, height: 400, full: 1500 })).toMatchObject({ sticking: true, isUnread: false });
});

test('a box that becomes lower keeps the end in view', () => {
  expect(afterResize(atEnd, { top: 600, height: 250, full: 1000 }).scrollTo).toBe(750);
});

test('text that shrinks does not let go of the end', () => {
  expect(afterScroll(atEnd, { top: 400, height: 400, full: 800 }).sticking).toBe(true);
});

test('a chat that fits is at its end', () => {
  expect(afterScroll(stickAtStart, { top: 0, height: 400, full: 300 }).sticking).toBe(true);
});

test('UG3 the wheel upwards is heeded although the list shrinks and grows while it measures its turns', () => {
  const going = letGo(atEnd, atEnd.view);
  expect(afterResize(going, { top: 600, height: 400, full: 980 }).scrollTo).toBeUndefined();
  const first = afterScroll(going, { top: 590, height: 400, full: 1000 });
  expect(first.sticking).toBe(false);
  const shrunk = afterScroll(first, { top: 300, height: 400, full: 950 });
  expect(afterResize(shrunk, { top: 300, height: 400, full: 1400 }).scrollTo).toBeUndefined();
});

test('the wheel over a chat that fits lets go of nothing', () => {
  expect(letGo(stickAtStart, { top: 0, height: 400, full: 400 }).sticking).toBe(true);
});
