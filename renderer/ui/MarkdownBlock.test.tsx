import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { payloads } from '../payloadsForTests.ts';
import { textContent } from '../testText.ts';
import { MarkdownBlock } from './MarkdownBlock.tsx';

const render = (text: string): string => renderToStaticMarkup(<MarkdownBlock text={text} onLink={() => undefined} />);

const attacks = [
  '<script>window.__x=1</script>',
  '<img src=x onerror=window.__x=1>',
  '<svg onload=window.__x=1>',
  '<iframe srcdoc="<script>1</script>"></iframe>',
  '<a href="javascript:window.__x=1">a</a>',
  '[a](javascript:window.__x=1)',
  '[a](  jAvAsCrIpT:window.__x=1)',
  '[a](data:text/html,<script>1</script>)',
  '![a](https://canary.invalid/p.png)',
  '![a](data:image/svg+xml,<svg onload=1>)',
  '<https://canary.invalid/x>',
  '<object data=x></object>',
  '<base href=//canary.invalid>',
  '<form action=//canary.invalid><input></form>',
  '<meta http-equiv=refresh content="0;url=//canary.invalid">',
  '<style>@import url(//canary.invalid)</style>',
  '<link rel=prefetch href=//canary.invalid>',
  '<video poster=//canary.invalid></video>',
  '[![a](//canary.invalid/i.png)](//canary.invalid)',
  '<details open ontoggle=window.__x=1>',
  '```html\n<script>window.__x=1</script>\n```',
  '`<img src=x onerror=1>`',
  '[a]: javascript:1\n\n[a]',
  '| <img src=x onerror=1> |\n|---|\n| a |',
  '<math><mtext><img src=x onerror=1>',
  '<!--<img src=x onerror=1>-->',
  '<img src=x onerror=',
  '<scr',
  '[a](vbscript:1)',
  '![a](x "onerror=1")',
  '<input autofocus onfocus=1>',
];

test('S1 UG8 no text of a model becomes anything but text and harmless elements', () => {
  for (const attack of attacks) {
    const markup = render(attack);
    expect(markup, attack).not.toMatch(
      /<(script|iframe|object|base|form|meta|link|style|img|video|audio|a|input|math|foreignObject)[\s>]/i,
    );
    expect(markup.replace(/"[^"]*"/g, '""'), attack).not.toMatch(/<[^>]*\s(on\w+|href|src|srcset|style)=/i);
  }
});

test('S1 no text becomes markup at any moment while it comes in', () => {
  const all = payloads('https://canary.invalid');
  expect(all.length).toBeGreaterThanOrEqual(60);
  for (const payload of all) {
    for (let length = 1; length < payload.length + 3; length += 3) {
      const text = payload.slice(0, length);
      const markup = render(text);
      expect(markup, text).not.toMatch(
        /<(script|iframe|object|embed|base|form|meta|link|style|img|video|audio|source|picture|a|input|marquee|template|foreignObject|animate|use|image)[\s>/]/i,
      );
      expect(markup.replace(/"[^"]*"/g, '""'), text).not.toMatch(/<[^>]*\s(on\w+|href|src|srcset|action|formaction|poster|xlink:href)=/i);
    }
  }
});

test('S6 a picture is named with its whole address and never fetched', () => {
  const markup = render('![chart](https://canary.invalid/p.png?secret=1)');
  expect(markup).not.toContain('<img');
  expect(textContent(markup)).toContain('https://canary.invalid/p.png?secret=1');
  expect(textContent(markup)).toContain('chart');
});

test('S6 a link is a button that names its address, and one that is no web address is not even that', () => {
  expect(render('[docs](https://example.com/a)')).toMatch(/<button[^>]*title="https:\/\/example\.com\/a"/);
  const other = render('[a](javascript:alert(1))');
  expect(other).not.toContain('<button');
  expect(textContent(other)).toContain('javascript:alert(1)');
});

test('UG5 dollar amounts and shell variables stay text', () => {
  expect(textContent(render('From $5 to $10, and $HOME or $$'))).toBe('From $5 to $10, and $HOME or $$');
});

test('tables, task lists and code in lists are shown as such', () => {
  expect(render('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<table>');
  expect(textContent(render('- [x] done'))).toContain('☑');
  expect(render('- a\n\n  ```js\n  let b;\n  ```')).toContain('<pre tabindex="0"><code>let b;</code></pre>');
});
