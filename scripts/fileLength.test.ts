import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './run.mjs';

it('no style sheet or page is over 300 lines, as no source is (lint holds those)', () => {
  const folder = path.join(root, 'renderer');
  const names = fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const long = names.filter(
    (name) => /\.(css|html)$/.test(name) && fs.readFileSync(path.join(folder, name), 'utf8').split('\n').length > 301,
  );
  expect(long).toEqual([]);
});
