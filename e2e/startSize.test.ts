import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dist } from './paths.ts';

const assets = dist('renderer', 'assets');
/** The scripts that a page names in its HTML: all of them are read before anything can be used. */
const firstScripts = (page: string): string[] =>
  [...readFileSync(dist('renderer', page), 'utf8').matchAll(/"\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name);
const holds = (name: string, text: string): boolean => readFileSync(path.join(assets, name), 'utf8').includes(text);

test.each(['index.html', 'decisions.html'])('%s starts without the schema library, which only later screens need', (page) => {
  const scripts = firstScripts(page);
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.filter((name) => holds(name, 'ZodError'))).toEqual([]);
  // The mark is the right one: a chunk that is read later has it.
  expect(readdirSync(assets).filter((name) => name.endsWith('.js') && holds(name, 'ZodError'))).not.toEqual([]);
});

test('the chat page is usable before any other screen, the markdown reader or a schema has been read: under 500 kB of script', () => {
  const bytes = firstScripts('index.html').reduce((sum, name) => sum + statSync(path.join(assets, name)).size, 0);
  expect(bytes).toBeLessThan(500_000);
  for (const name of ['ServersScreen', 'SettingsScreen', 'ActivityScreen', 'ResourcesScreen', 'MarkdownBlock'])
    expect(readdirSync(assets).some((file) => file.startsWith(name))).toBe(true);
});
