// A server written by hand that misbehaves in one named way, for tests of what a host does about it (design: faults F2 to F20).
// MODE: one mode, or several with commas; `well` for none. MODE_ERA: legacy (default) or modern. PID_FILE: where `name pid` lines go.
// PROTOCOL_VERSION: the revision that the older era answers with, whatever was asked for.
// COUNT, SIZE_MB, DELAY_MS, EXIT_CODE, ERROR_CODE, ERROR_DATA, CRASH, LIFE_MS: the size of the fault, where its mode says so.
// Every cancellation and every answer that arrives is told on stderr: `cancelled ID`, `answered ID`. `calm` is a tool without faults.
import type { Fault, Faults } from './scripted/fault.ts';
import { lineFaults } from './scripted/lineFaults.ts';
import { listFaults } from './scripted/listFaults.ts';
import { noticeFaults } from './scripted/noticeFaults.ts';
import { answerWell } from './scripted/peer.ts';
import { outlive, processFaults, startDaemon } from './scripted/processFaults.ts';
import { replyFaults } from './scripted/replyFaults.ts';
import { startFaults } from './scripted/startFaults.ts';
import { type Incoming, notePid, type Request, say, Wire } from './scripted/wire.ts';

const known: Faults = { well: {}, ...startFaults, ...lineFaults, ...replyFaults, ...noticeFaults, ...listFaults, ...processFaults };

function chosenFaults(modes: string): Fault[] {
  return modes.split(',').map((mode) => {
    const fault = Object.hasOwn(known, mode) ? known[mode] : undefined;
    if (fault) return fault;
    say(`there is no mode ${mode}; modes: ${Object.keys(known).join(' ')}`);
    return process.exit(64);
  });
}

/** Answers one message. `count` gives how often a method was asked for, this time included. */
function receive(message: Incoming, faults: readonly Fault[], wire: Wire, count: (method: string) => number): void {
  const { id, method, params } = message;
  if (method === undefined) return say(`answered ${String(id)}`);
  if (id === undefined) {
    if (method === 'notifications/cancelled') say(`cancelled ${String(params?.requestId)}`);
    return;
  }
  const request: Request = { ...message, id, method };
  const nth = count(method);
  const isCalm = method === 'tools/call' && params?.name === 'calm';
  const take = isCalm ? undefined : faults.find((fault) => fault.requests?.[method])?.requests?.[method];
  (take ?? answerWell)(request, wire, nth);
  for (const fault of faults) fault.after?.[method]?.(wire, nth);
}

function counter(): (method: string) => number {
  const counts = new Map<string, number>();
  return (method) => {
    const count = (counts.get(method) ?? 0) + 1;
    counts.set(method, count);
    return count;
  };
}

function serve(faults: readonly Fault[]): void {
  const decorate = (line: string): string => faults.reduce((text, fault) => fault.decorate?.(text) ?? text, line);
  const wire = new Wire(process.env.MODE_ERA === 'modern' ? 'modern' : 'legacy', decorate);
  const count = counter();
  for (const fault of faults) fault.start?.(wire);
  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) receive(JSON.parse(line) as Incoming, faults, wire, count);
  });
  process.stdin.once('end', () => {
    if (!faults.some((fault) => fault.ignoresEnd)) process.exit(0);
  });
}

if (process.env.MODE === 'helper') {
  outlive();
} else if (process.env.MODE === 'daemon-starter') {
  startDaemon();
} else {
  notePid('server', process.pid);
  serve(chosenFaults(process.env.MODE ?? 'well'));
}
