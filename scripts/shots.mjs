#!/usr/bin/env node
// node scripts/shots.mjs [PART ...] : pictures of every screen and state of the real app into shots/, in both languages and themes and at
// three sizes. PART is a language (en, zh), a theme (light, dark), a width (900, 1280, 1600) or the name of a file in e2e/shots/.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { follow, openDisplay } from './display.mjs';
import { electronDist } from './electron-runtime.mjs';
import { root, tool } from './run.mjs';

const parts = process.argv.slice(2);
const files = parts.filter((part) => fs.existsSync(path.join(root, 'e2e/shots', `${part}.shots.ts`)));
const screen = fs.mkdtempSync(path.join(os.tmpdir(), 'steward-screen-'));
const display = await openDisplay({ ...process.env, ELECTRON_OVERRIDE_DIST_PATH: await electronDist() }, screen);
const args = [tool('playwright'), 'test', '--config', 'e2e/shots/playwright.config.ts', ...files.map((file) => `${file}.shots`)];
const env = { ...display.env, STEWARD_SCREEN: screen, SHOTS: parts.filter((part) => !files.includes(part)).join(',') };
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
process.exitCode = await follow(child, () => {
  display.close();
  fs.rmSync(screen, { recursive: true, force: true });
});
