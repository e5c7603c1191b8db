import fs from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { DatabaseSync } from '@photostructure/sqlite';
import { median } from './electron.mjs';
import { answer, configured, inFolder, openHost, recorder, until } from './house.mjs';

/** The median of a synchronous commit of about a call's size to a database of its own on the same disk, in milliseconds. */
function bareCommit(data, rounds) {
  const file = path.join(data, 'bare.db');
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (body TEXT)');
  const insert = db.prepare('INSERT INTO t VALUES (?)');
  const times = [];
  for (let i = 0; i < rounds; i++) {
    const began = performance.now();
    db.exec('BEGIN IMMEDIATE');
    insert.run('x'.repeat(4000));
    db.exec('COMMIT');
    times.push(performance.now() - began);
  }
  db.close();
  for (const end of ['', '-wal', '-shm']) fs.rmSync(file + end, { force: true });
  return median(times);
}

/**
 * One call from the model's wish to the recorded result (validation, rule, verdict and permission on disk, the call, the log), the bare SDK
 * call to another process of the same server in turns, and what a bare commit costs on this disk; milliseconds at the median.
 */
export const measureCall = (rounds) =>
  inFolder({ rec: recorder }, async (data) => {
    const host = await openHost(data);
    const bare = new Client({ name: 'bench', version: '0' }, { versionNegotiation: { mode: 'auto' } });
    await bare.connect(new StdioClientTransport({ ...recorder, stderr: 'ignore' }));
    const times = { app: [], bare: [] };
    const seen = { proposed: 0 };
    const conversationId = 'bench';
    try {
      await answer(host, 'server-trust', 'allow');
      await answer(host, 'tools', 'allow');
      await until(() => configured(host)[0]?.tools.every((tool) => tool.accepted));
      await host.routes.chat.request('settings.change', { change: { callsPerMinute: 10_000 } });
      host.hub.watch('conversation', { conversationId }, (frame) => {
        if (frame.kind !== 'event') return;
        if (frame.event.type === 'call.proposed') seen.proposed = performance.now();
        if (frame.event.type === 'call.finished') times.app.push(performance.now() - seen.proposed);
      });
      for (let i = 0; i < rounds + 10; i++) {
        await host.routes.chat.request('conversation.send', { conversationId, text: `call rec__add {"a":${i},"b":1}` });
        if (i === 0) await answer(host, 'tool-call', 'allow-always');
        await until(() => host.hub.state('conversation', { conversationId }).turns.at(-1)?.outcome !== 'open');
        const began = performance.now();
        await bare.callTool({ name: 'add', arguments: { a: i, b: 1 } });
        times.bare.push(performance.now() - began);
      }
      return { app: median(times.app.slice(10)), bare: median(times.bare.slice(10)), commit: bareCommit(data, rounds) };
    } finally {
      await bare.close();
      await host.close();
    }
  });
