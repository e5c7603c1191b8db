import { createElement } from 'react';
import { expect, test } from 'vitest';
import { Catch } from './Catch.tsx';

test('what can’t be drawn gives way to its fallback, and says so; what can is drawn', () => {
  const element = new Catch({ fallback: 'plain', children: createElement('b') });
  expect(element.render()).toEqual(createElement('b'));
  element.state = Catch.getDerivedStateFromError();
  expect(element.render()).toBe('plain');
});
