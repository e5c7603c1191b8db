#!/usr/bin/env node
// node bench/run.mjs [--quick] : measures what product.md section 7 bounds, as far as it exists, into bench/results.json.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../scripts/run.mjs';
import { measureCall } from './call.mjs';
import { chatRows } from './chat.mjs';
import { measureDecisions } from './decision.mjs';
import { median } from './electron.mjs';
import { admitAll, inFolder } from './house.mjs';
import { measureHttp, measureStdio, twenty } from './servers.mjs';
import { measureMemory, measureStart } from './start.mjs';

const quick = process.argv.includes('--quick');
const round = (value) => Math.round(value * 100) / 100;
const rows = [];
/** @param {string} name @param {number} value @param {string} unit @param {number | null} bound at most this */
function row(name, value, unit, bound = null) {
  const entry = { name, value: round(value), unit, bound, met: bound === null ? null : value <= bound };
  rows.push(entry);
  console.log(`${name}: ${entry.value} ${unit}${bound === null ? '' : ` (at most ${bound}: ${entry.met ? 'met' : 'missed'})`}`);
}

const start = await inFolder(twenty, async (data) => {
  await admitAll(data);
  return measureStart(quick ? 1 : 7, data);
});
row('empty window, start to usable', start.empty, 'ms');
row('start to usable composer', start.app, 'ms');
row('start to usable composer, against an empty window', start.app / start.empty, 'times', 1.3);
row('the same with 20 servers configured', start.servers / start.empty, 'times', 1.4);
const seconds = quick ? 5 : 60;
const memory = await measureMemory(seconds);
row('empty window, memory', memory.empty, 'MB PSS');
row(`memory ${seconds} s after start, against an empty window`, memory.idle / memory.empty, 'times', 1.35);
row(`memory ${seconds} s after one decision and one call, against an empty window`, memory.after / memory.empty, 'times', 1.6);
// Fewer than a server may ask in a minute.
const [first, ...later] = await measureDecisions(quick ? 4 : 9);
row('first decision on screen after the model’s call', first, 'ms', 300);
row('a later decision on screen after the model’s call', median(later), 'ms', 100);
const call = await measureCall(quick ? 30 : 200);
row('bare SDK call', call.bare, 'ms');
row('bare synchronous commit on this disk', call.commit, 'ms');
row('tool call through the whole app with a standing rule, beyond the bare call', call.app - call.bare, 'ms', 3);
for (const { name, value, unit, bound } of await chatRows(quick)) row(name, value, unit, bound);
const stdio = await measureStdio(quick ? 1 : 3);
row('20 servers of this computer, bare commands', stdio.bare, 'ms');
row('20 servers of this computer all ready, against the bare commands', stdio.app / stdio.bare, 'times', 1.3);
row('main’s longest stall meanwhile', stdio.stall, 'ms');
const remote = await measureHttp(50);
row('50 servers over HTTP that take a second for each answer, all ready', remote.ms, 'ms', 3000);

const machine = {
  cpus: os.cpus().length,
  model: os.cpus()[0]?.model ?? '?',
  memoryGB: Math.round(os.totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
};
const table = [
  '| what | measured | bound |',
  '|---|---|---|',
  ...rows.map((r) => `| ${r.name} | ${r.value} ${r.unit} | ${r.bound === null ? '' : `at most ${r.bound}${r.met ? '' : ' (missed)'}`} |`),
];
const readme = path.join(root, 'README.md');
const text = fs.readFileSync(readme, 'utf8');
fs.writeFileSync(readme, text.replace(/(<!-- bench -->\n)[^]*(<!-- \/bench -->)/, `$1\n${table.join('\n')}\n\n$2`));
fs.writeFileSync(
  path.join(root, 'bench/results.json'),
  `${JSON.stringify({ at: new Date().toISOString(), machine, quick, rows }, null, 2)}\n`,
);
