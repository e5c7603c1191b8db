import { existsSync } from 'node:fs';
import { Client, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { fixture, observed, run, scriptStart, temporaryFolder } from './processFixtures.ts';
import { SendError } from './deadlineWriter.ts';
import { LaunchError } from './launchError.ts';

const ping: JSONRPCMessage = { jsonrpc: '2.0', id: 1, method: 'ping' };
const echo = `${scriptStart} createInterface({ input: process.stdin }).on('line', (line) => { const { id, params } = JSON.parse(line); say({ id, result: { params } }); });`;
const megabyte = 1024 * 1024;

test('STD-1 a message goes there and back as one line of JSON, with every character it holds', async () => {
  const { transport, messages } = await run(echo);
  const text = 'line\nbreak \u2028 "quotes" \\ 漢字 😀 \0';
  await transport.send({ jsonrpc: '2.0', id: 'a', method: 'x', params: { text } });
  await expect.poll(() => messages).toEqual([{ jsonrpc: '2.0', id: 'a', result: { params: { text } } }]);
});

test('the SDK takes the transport for standard streams, connects over it and ends the process with the client', async () => {
  const { transport } = await run(''); // only to see the mark
  expect(['pid' in transport, 'stderr' in transport, transport.stderr]).toEqual([true, true, null]);
  const server = `${scriptStart} createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === 'initialize') say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
    else if (method === 'tools/list') say({ id, result: { tools: [{ name: 't', inputSchema: { type: 'object' } }] } });
    else if (id !== undefined) say({ id, error: { code: -32601, message: 'no' } });
  });`;
  const session = observed({ args: [fixture(server)] });
  const client = new Client({ name: 'c', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(session.transport);
  expect(client.getProtocolEra()).toBe('legacy');
  expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['t']);
  await client.close();
  await session.transport.gone;
  expect(await session.transport.exit).toEqual({ code: 0, signal: null });
});

test('UB1 a banner and blank lines on stdout are skipped and counted, and the call is still right', async () => {
  const counts: number[] = [];
  const { transport, messages, errors } = await run(`process.stdout.write('Starting server v1.2…\\n\\nready on {stdio}\\n'); ${echo}`, {
    onStray: (n) => counts.push(n),
  });
  await transport.send(ping);
  await expect.poll(() => messages).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  expect([transport.strayLines, counts.at(-1), errors]).toEqual([3, 3, []]);
});

test('F6 a byte order mark, CRLF, NUL padding and U+2028 do not cost a message', async () => {
  const { messages, transport } = await run(String.raw`
    const m = (n) => JSON.stringify({ jsonrpc: '2.0', method: 'm' + n, params: { u: '\u2028' } });
    process.stdout.write('\uFEFF' + m(1) + '\r\n' + '\uFEFF\n' + '\0\0\n' + '\0' + m(2) + '\0\0\n' + m(3) + '\n');`);
  await transport.exit;
  await expect.poll(() => messages.map((m) => ('method' in m ? m.method : ''))).toEqual(['m1', 'm2', 'm3']);
  expect(messages[0]).toMatchObject({ params: { u: '\u2028' } });
  expect(transport.strayLines).toBe(2);
});

test('F6 JSON that is no JSON-RPC is skipped and counted; malformed JSON-RPC is an error of at most 200 characters, and the connection goes on', async () => {
  const { errors, messages, transport } = await run(`
    const line = (v) => process.stdout.write(JSON.stringify(v) + '\\n');
    for (const v of [[], 'text', 5, null, { level: 'info', msg: 'x'.repeat(5000) }, { jsonrpc: '1.0', id: 1, result: {} }]) line(v);
    let deep = {}; for (let i = 0; i < 4000; i++) deep = { deep };
    line({ jsonrpc: '2.0', id: 1, result: deep });
    line({ jsonrpc: '2.0', id: 2, method: 7, params: 'x'.repeat(5000) });
    line({ jsonrpc: '2.0', method: 'last' });`);
  await expect.poll(() => messages.at(-1)).toMatchObject({ method: 'last' });
  expect(errors.length).toBeGreaterThanOrEqual(1);
  expect(Math.max(...errors.map((error) => error.message.length))).toBeLessThanOrEqual(200);
  expect([transport.strayLines, transport.closedBecause === undefined || transport.closedBecause === 'exited']).toEqual([6, true]);
});

test('F7 text split at every byte arrives whole, and bytes that are no UTF-8 are told', async () => {
  const invalid: JSONRPCMessage[] = [];
  const { messages } = await run(
    `const bytes = Buffer.from(JSON.stringify({ jsonrpc: '2.0', method: 'é漢😀' }) + '\\n');
     for (const byte of bytes) { process.stdout.write(Buffer.of(byte)); await new Promise((r) => setTimeout(r, 2)); }
     process.stdout.write(Buffer.concat([Buffer.from('{"jsonrpc":"2.0","method":"a'), Buffer.of(0xff), Buffer.from('"}\\n')]));`,
    { onInvalidText: (message) => invalid.push(message) },
  );
  await expect.poll(() => messages.length).toBe(2);
  expect(messages[0]).toEqual({ jsonrpc: '2.0', method: 'é漢😀' });
  expect(invalid).toEqual([{ jsonrpc: '2.0', method: 'a\uFFFD' }]);
});

test('F8 half a message at the end is dropped, and what came whole before it is delivered before the close', async () => {
  const started = await run(
    `${scriptStart} say({ method: 'whole' }); process.stdout.write('{"jsonrpc":"2.0","method":"ha'); process.exitCode = 3;`,
  );
  let atClose = -1;
  const { onclose } = started.transport;
  started.transport.onclose = () => {
    atClose = started.messages.length;
    onclose?.();
  };
  await started.over;
  expect([started.messages, atClose]).toEqual([[{ jsonrpc: '2.0', method: 'whole' }], 1]);
  expect([started.errors, started.transport.strayLines, started.transport.closedBecause]).toEqual([[], 0, 'exited']);
  expect(started.transport.exited).toEqual({ code: 3, signal: null });
});

test('what a server said last is delivered before the news of its end, even when both wait to be read', async () => {
  const started = await run(
    `${scriptStart} import { writeSync } from 'node:fs';
     process.stdin.once('data', () => { writeSync(1, (JSON.stringify({ jsonrpc: '2.0', method: 'm' }) + '\\n').repeat(1000)); process.exit(0); });`,
  );
  let atClose = -1;
  started.transport.onclose = () => (atClose = started.messages.length);
  await started.transport.send(ping);
  const until = performance.now() + 500;
  while (performance.now() < until); // this process is busy, so that all has happened when it looks
  await started.transport.gone;
  expect([atClose, started.transport.closedBecause]).toEqual([1000, 'exited']);
});

test('F9 a line over the limit closes the connection with its reason and takes no memory for the rest', async () => {
  const before = process.memoryUsage().rss;
  const started = await run(
    `const part = 'x'.repeat(${megabyte}); for (let i = 0; i < 64; i++) await new Promise((r) => process.stdout.write(part, r)); setInterval(() => {}, 1000);`,
  );
  await started.over;
  expect([started.transport.closedBecause, started.closes]).toEqual(['message-too-large', 1]);
  await started.transport.gone;
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * megabyte);
});

test('S49 a line just below the limit is taken, the next one over it is not, and messages before it count', async () => {
  const line = `'{"jsonrpc":"2.0","method":"' + 'm'.repeat(n) + '"}\\n'`;
  const started = await run(`for (const n of [5, ${8 * megabyte - 29}, ${8 * megabyte}]) process.stdout.write(${line});`);
  await started.over;
  expect(started.messages.map((m) => JSON.stringify(m).length)).toEqual([34, 8 * megabyte]);
  expect(started.transport.closedBecause).toBe('message-too-large');
});

test('F18 a server that takes nothing fails the send at the deadline and is ended; nothing stays pending', async () => {
  const started = await run(`process.stdin.pause(); setInterval(() => {}, 1000);`, { writeDeadlineMs: 300 });
  const big: JSONRPCMessage = { jsonrpc: '2.0', id: 1, method: 'x', params: { text: 'x'.repeat(2 * megabyte) } };
  const outcomes = await Promise.allSettled([started.transport.send(big), started.transport.send(ping)]);
  const errors = outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as SendError) : undefined));
  expect(errors.map((error) => [error instanceof SendError, error?.sent])).toEqual([
    [true, 'maybe'],
    [true, 'no'],
  ]);
  expect([started.transport.closedBecause, started.closes]).toEqual(['write-timeout', 1]);
  await started.transport.gone;
  await expect(started.transport.send(ping)).rejects.toMatchObject({ sent: 'no' });
});

test('F18 a server that stops reading and then dies leaves no send pending', async () => {
  const started = await run(
    `process.stdin.pause(); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 200); setInterval(() => {}, 1000);`,
  );
  const sends = [1, 2, 3].map((id) => started.transport.send({ jsonrpc: '2.0', id, method: 'x', params: { text: 'x'.repeat(megabyte) } }));
  expect((await Promise.allSettled(sends)).map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected']);
  await started.over;
  expect([started.transport.closedBecause, await started.transport.exit]).toEqual(['exited', { code: null, signal: 'SIGKILL' }]);
});

test('a slow reader is not a stuck one: a large message goes through although it takes longer than the deadline', async () => {
  const started = await run(
    `${scriptStart} let size = 0; process.stdin.on('data', (d) => { size += d.length; process.stdin.pause(); setTimeout(() => process.stdin.resume(), 40);
     if (d.at(-1) === 10) say({ method: 'size', params: { size } }); });`,
    { writeDeadlineMs: 500 },
  );
  const message: JSONRPCMessage = { jsonrpc: '2.0', method: 'x', params: { text: 'x'.repeat(megabyte) } };
  await started.transport.send(message);
  await expect.poll(() => started.messages, { timeout: 5000 }).toMatchObject([{ params: { size: JSON.stringify(message).length + 1 } }]);
});

test('F19 STD-3 a flood on stderr blocks nothing and keeps its last 200 lines', async () => {
  const started = await run(
    `${echo} const line = 'e'.repeat(99) + '\\n'; for (let i = 0; i < 300; i++) process.stderr.write(line.repeat(1000)); for (let i = 0; i < 250; i++) process.stderr.write('last ' + i + '\\n');`,
  );
  await started.transport.send(ping);
  await expect.poll(() => started.messages.length, { timeout: 5000 }).toBe(1);
  await expect.poll(() => started.transport.stderrTail().at(-1), { timeout: 5000 }).toBe('last 249');
  expect([started.transport.stderrTail().length, started.transport.stderrTail()[0]]).toEqual([200, 'last 50']);
});

test('F19 a server that closes its stdout but lives on is over, and is ended', async () => {
  const started = await run(`import { closeSync } from 'node:fs'; closeSync(1); setInterval(() => {}, 1000);`);
  await started.over;
  expect(started.transport.closedBecause).toBe('output-closed');
  await started.transport.gone;
  expect(started.transport.exited).toBeDefined();
});

test('F2 a server that exits at once says with what code, and its last words are kept', async () => {
  const started = await run(`console.error('cannot find \\u001b[31mconfig\\u001b[0m'); process.exit(127);`);
  await started.over;
  expect(await started.transport.exit).toEqual({ code: 127, signal: null });
  await started.transport.gone;
  expect(started.transport.stderrTail()).toEqual(['cannot find \u001b[31mconfig\u001b[0m']);
});

test('F1 what can’t be started is refused with a code, the path and the PATH searched, and nothing runs', async () => {
  const folder = temporaryFolder();
  const marker = `${folder}/ran`;
  const foreign = Buffer.concat([
    Buffer.from('\x7fELF\x02\x01\x01', 'latin1'),
    Buffer.alloc(11),
    Buffer.from([0x99, 0x77]),
    Buffer.alloc(100),
  ]);
  const cases: [Parameters<typeof observed>[0], string, string][] = [
    [{ file: '/no/such/file' }, 'command-not-found', '/no/such/file'],
    [{ file: 'no-such-command', env: { PATH: '/one:/two' } }, 'command-not-found', '/one:/two'],
    [{ file: fixture('#!/bin/sh\n', 'a', 0o644) }, 'not-executable', 'EACCES'],
    [{ file: fixture(`touch ${marker}\n`, 'a', 0o755) }, 'not-executable', 'neither a program nor a script'],
    [{ file: fixture('', 'a', 0o755) }, 'not-executable', 'empty'],
    [{ file: fixture('#!/no/such/interpreter\n', 'a', 0o755) }, 'not-executable', 'interpreter'],
    [{ file: fixture(foreign, 'a', 0o755) }, 'not-executable', 'processor'],
    [{ file: folder }, 'not-executable', 'not a file'],
    [{ cwd: '/no/such/folder' }, 'bad-directory', '/no/such/folder'],
    [{ cwd: fixture('') }, 'bad-directory', 'server.mjs'],
    [{ args: ['nul\0'] }, 'not-executable', 'ERR_INVALID_ARG_VALUE'],
  ];
  for (const [options, code, words] of cases) {
    const { transport } = observed(options);
    const error = await transport.start().catch((reason: unknown) => reason);
    expect(error, words).toBeInstanceOf(LaunchError);
    expect((error as LaunchError).code, words).toBe(code);
    expect((error as LaunchError).detail).toContain(words);
    expect([transport.closedBecause, await transport.exit, await transport.gone]).toEqual([
      'not-started',
      { code: null, signal: null },
      undefined,
    ]);
    await expect(transport.send(ping)).rejects.toBeInstanceOf(SendError);
  }
  expect(existsSync(marker)).toBe(false);
});

test('S14 every argument arrives byte for byte, whatever a shell would make of it', async () => {
  const args = [
    '',
    ' ',
    'a b',
    '"',
    "'",
    '\\',
    '\\"',
    '$(touch x)',
    '`id`',
    '${HOME}',
    '%PATH%',
    '!x!',
    '^',
    '&',
    '|',
    ';',
    '*',
    '~',
    '\n',
    '\r\n',
    '\t',
    'é漢😀',
    '--',
    '-c',
  ];
  const { messages } = await run(`${scriptStart} say({ method: 'argv', params: { argv: process.argv.slice(2) } });`, { args });
  await expect.poll(() => messages).toEqual([{ jsonrpc: '2.0', method: 'argv', params: { argv: args } }]);
});

test('S15 I9 STD-6 the environment is exactly the given one, whatever the app’s own holds', async () => {
  const names = Array.from({ length: 30 }, (_, i) => `CANARY_SECRET_${i}_TOKEN`);
  for (const name of names) process.env[name] = 'CANARY';
  try {
    const env = { PATH: '/usr/bin', ONLY: 'this', EMPTY: '' };
    const { messages } = await run(`${scriptStart} say({ method: 'env', params: { env: process.env } });`, { env });
    await expect.poll(() => messages).toEqual([{ jsonrpc: '2.0', method: 'env', params: { env } }]);
  } finally {
    for (const name of names) delete process.env[name];
  }
});

test('a process that can’t be recorded does not live on', async () => {
  const { transport } = observed({
    args: [fixture('setInterval(() => {}, 1000);')],
    onSpawned: () => {
      throw new Error('the disk is full');
    },
  });
  await expect(transport.start()).rejects.toThrow('the disk is full');
  await transport.gone;
  expect([transport.closedBecause, transport.exited]).toEqual(['not-started', { code: null, signal: 'SIGKILL' }]);
});

test('a listener that throws costs its own message only', async () => {
  const started = await run(echo);
  const seen: JSONRPCMessage[] = [];
  started.transport.onmessage = (message) => {
    seen.push(message);
    if (seen.length === 1) throw new Error('listener');
  };
  await started.transport.send(ping);
  await started.transport.send({ ...ping, id: 2 });
  await expect.poll(() => seen.length).toBe(2);
  expect(started.errors.map((error) => error.message)).toEqual(['listener']);
});
