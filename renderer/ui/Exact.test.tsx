import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { randomJson, seeded, textContent } from '../testText.ts';
import { ExactJson, ExactText } from './Exact.tsx';

test('S23 what is shown of 500 random arguments has exactly their text as its text content', () => {
  const random = seeded(3);
  for (let i = 0; i < 500; i += 1) {
    const text = JSON.stringify(randomJson(random));
    expect(textContent(renderToStaticMarkup(<ExactJson text={text} />))).toBe(text);
  }
});

test('S24 a hidden character is shown by its code, isolated, and stays in the text', () => {
  const markup = renderToStaticMarkup(<ExactJson text={'{"path":"a\u202etxt.exe"}'} />);
  expect(markup).toContain('data-code="U+202E"');
  expect(textContent(markup)).toBe('{"path":"a\u202etxt.exe"}');
});

test('S24 foreign text is plain: markup in it stays text', () => {
  const text = '<img src=x onerror="window.__x=1"> & **bold**\nnext';
  const markup = renderToStaticMarkup(<ExactText text={text} lineBreaks="layout" />);
  expect(markup).not.toMatch(/<img|<b>|<strong/);
  expect(textContent(markup)).toBe(text);
});
