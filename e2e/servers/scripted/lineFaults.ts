import { type Faults, onCall } from './fault.ts';
import { knob, type Request, type Wire, writeAll } from './wire.ts';

const bom = '\uFEFF';
/** What a server prints that does not know that stdout is the line: text, blanks, JSON that is no JSON-RPC, odd characters. */
const noise = [
  'Welcome to scripted 1.0',
  '',
  '{"level":"info","message":"ready"}',
  '[1,2]',
  'null',
  '"text"',
  '{"jsonrpc":"1.0","id":1,"result":{}}',
  `${bom}with a byte order mark`,
  'with a \u0000 and a \u2028 inside',
  'with a carriage return\r',
];
const banner = noise.map((line) => `${line}\n`).join('');
const manyLanguages = '你好，世界 🌍 é';

/** F6 to F9: what goes wrong with the bytes on stdout. */
export const lineFaults: Faults = {
  /** Noise before the first message and around every other; messages end in CRLF. */
  banner: { start: () => void writeAll(1, banner), decorate: (line) => `${banner}${line.trimEnd()}\r\n${banner}` },
  /** A byte order mark directly before each message. */
  bom: { decorate: (line) => bom + line },
  /** One byte at a time, so that characters are cut in the middle. */
  'split-utf8': onCall((request, wire) => writeSlowly(Buffer.from(resultLine(request, wire, manyLanguages)), wire)),
  /** A byte in the middle of a string that no UTF-8 text can have. */
  'invalid-utf8': onCall((request, wire) => {
    const [before = '', after = ''] = resultLine(request, wire, 'before|after').split('|');
    wire.raw(Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]));
  }),
  /** A result whose text has SIZE_MB megabytes (64). */
  'huge-line': onCall((request, wire) => {
    const [before = '', after = ''] = resultLine(request, wire, '|').split('|');
    wire.raw(before);
    const megabyte = 'x'.repeat(1024 * 1024);
    for (let sent = 0; sent < knob('SIZE_MB', 64); sent += 1) if (!writeAll(1, megabyte)) return;
    wire.raw(after);
  }),
  /** Half of a result, then the end. */
  'half-message': onCall((request, wire) => {
    const line = resultLine(request, wire, 'never whole');
    wire.raw(line.slice(0, line.indexOf('never')));
    process.exit(knob('EXIT_CODE', 1));
  }),
};

function resultLine({ id }: Request, wire: Wire, text: string): string {
  const result = { content: [{ type: 'text', text }], ...(wire.era === 'modern' && { resultType: 'complete' }) };
  return `${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`;
}

function writeSlowly(bytes: Buffer, wire: Wire): void {
  wire.raw(bytes.subarray(0, 1));
  if (bytes.length > 1) setImmediate(() => writeSlowly(bytes.subarray(1), wire));
}
