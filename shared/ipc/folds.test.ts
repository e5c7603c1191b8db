import { expect, test } from 'vitest';
import { topics } from './contract.ts';
import { folds } from './folds.ts';

test('a page folds each topic with the very reducer and from the very state that main does', () => {
  expect(Object.keys(folds).sort()).toEqual(Object.keys(topics).sort());
  for (const [name, { initial, reduce }] of Object.entries(topics)) {
    const fold = folds[name as keyof typeof folds];
    expect([name, fold.initial === initial, fold.reduce === reduce]).toEqual([name, true, true]);
  }
});
