import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadFrames, saveFrames } from './frameFile.ts';
import { frameAtStart, readFrames, withFrame, zoomStep, type DisplayArea, type WindowFrame } from './windowFrame.ts';

const small: DisplayArea = { id: 1, size: { width: 1440, height: 900 }, workArea: { x: 0, y: 25, width: 1440, height: 875 } };
const large: DisplayArea = { id: 2, size: { width: 2560, height: 1440 }, workArea: { x: 1440, y: 0, width: 2560, height: 1440 } };
const nothing = readFrames(undefined);
const left: WindowFrame = { x: 1600, y: 100, width: 1800, height: 1200, maximized: false, zoom: 1.25 };

test('a first window is centred on the primary display and fits into it', () => {
  expect(frameAtStart(nothing, [small, large])).toEqual({ x: 80, y: 63, width: 1280, height: 800, maximized: false, zoom: 1 });
  const tiny: DisplayArea = { id: 3, size: { width: 800, height: 480 }, workArea: { x: 0, y: 0, width: 800, height: 440 } };
  expect(frameAtStart(nothing, [tiny])).toMatchObject({ x: 0, y: 0, width: 800, height: 440 });
});

test('a window comes back as it was left on the display used last, also maximised and zoomed', () => {
  const kept = withFrame(withFrame(nothing, small, { ...left, x: 10, y: 30, width: 700 }), large, { ...left, maximized: true });
  expect(frameAtStart(kept, [small, large])).toEqual({ ...left, maximized: true });
});

test('when that display is gone the window stands on another, as it was left there, and never out of reach', () => {
  const onBoth = withFrame(withFrame(nothing, small, { ...left, x: 10, y: 30, width: 700, height: 600 }), large, left);
  expect(frameAtStart(onBoth, [small])).toMatchObject({ x: 10, y: 30, width: 700, height: 600 });
  const onLargeOnly = withFrame(nothing, large, left);
  const found = frameAtStart(onLargeOnly, [small]);
  expect(found).toMatchObject({ width: 1440, height: 875, x: 0, y: 25, zoom: 1.25 });
  for (const at of [
    { x: -4000, y: 100 },
    { x: 100, y: -2000 },
    { x: 1400, y: 880 },
    { x: -1790, y: 50 },
  ]) {
    const { x, y, width } = frameAtStart(withFrame(nothing, small, { ...left, width: 1000, height: 700, ...at }), [small]);
    expect([x, y, width]).toEqual([220, 113, 1000]);
  }
});

test.each([
  undefined,
  '',
  'null',
  '[]',
  '{"last":7,"displays":{}}',
  '{"last":"a","displays":{"a":{"x":1}}}',
  '{"last":"a","displays":{"a":{"x":1e99,"y":0,"width":1,"height":1,"maximized":false,"zoom":1}}}',
  '{"last":"a","displays":{"a":{"x":0,"y":0,"width":900,"height":600,"maximized":"yes","zoom":1}}}',
])('a file that says %s counts as none', (text) => {
  expect(frameAtStart(readFrames(text), [small])).toEqual(frameAtStart(nothing, [small]));
});

test('only the latest eight displays are remembered', () => {
  let kept = nothing;
  for (let id = 0; id < 20; id += 1) kept = withFrame(kept, { ...small, id }, left);
  expect(Object.keys(kept.displays)).toHaveLength(8);
  expect(kept.last).toBe('19-1440x900');
});

test('zoom goes by steps, both ways, and ends at the last one', () => {
  expect([zoomStep(1, 1), zoomStep(1, -1), zoomStep(1.25, 0), zoomStep(3, 1), zoomStep(0.5, -1), zoomStep(1.03, 1)]).toEqual([
    1.1, 0.9, 1, 3, 0.5, 1.1,
  ]);
});

test('the file is written whole beside itself, read back, and a folder that refuses is told and left clean', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'steward-frame-'));
  const file = path.join(dir, 'window.json');
  saveFrames(file, withFrame(nothing, small, left));
  expect(loadFrames(file)).toEqual(withFrame(nothing, small, left));
  expect(readdirSync(dir)).toEqual(['window.json']);
  writeFileSync(file, ' '.repeat(70_000));
  expect(loadFrames(file)).toEqual(nothing);
  expect(() => saveFrames(path.join(dir, 'none', 'window.json'), nothing)).toThrow(/ENOENT/);
  rmSync(dir, { recursive: true });
});
