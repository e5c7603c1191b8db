import { appendFileSync } from 'node:fs';
import type { Entry, Era, Message, Script } from './script.ts';
import { ScriptedServer } from './scriptedServer.ts';

/** A server over this process's own stdin and stdout. Everything is on the record, a file of JSON lines, before anything answers it. */
export function serveOverStdio(era: Era, script: Script, recordFile: string, isStubborn: boolean): void {
  const note = (entry: Omit<Entry, 'pid'>): void => appendFileSync(recordFile, `${JSON.stringify({ pid: process.pid, ...entry })}\n`);
  note({ what: 'event', event: 'started' });
  process.on('SIGTERM', () => {
    note({ what: 'event', event: 'sigterm' });
    if (!isStubborn) process.exit(0);
  });
  process.on('exit', () => note({ what: 'event', event: 'exit' }));
  const server = new ScriptedServer(era, script, {
    send: (message) => void process.stdout.write(`${JSON.stringify(message)}\n`),
    note,
  });
  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = parsed(line);
      note(message ? { what: 'in', message } : { what: 'in', raw: line });
      if (message) server.receive(message);
    }
  });
  process.stdin.once('end', () => {
    note({ what: 'event', event: 'stdin-end' });
    if (isStubborn) setInterval(() => undefined, 60_000);
    else process.exit(0);
  });
}

function parsed(line: string): Message | undefined {
  try {
    return JSON.parse(line) as Message;
  } catch {
    return undefined; // it goes on the record as it came
  }
}
