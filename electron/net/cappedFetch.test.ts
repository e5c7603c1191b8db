import { expect, test } from 'vitest';
import { createCappedFetch, defaultLimits, type Answered, type Fetch, type Limits } from './cappedFetch.ts';
import { eventLimit } from './bodyLimits.ts';
import { NetFault, toNetFault } from './netFault.ts';

function capped(fetch: Fetch, limits: Partial<Limits> = {}, now = () => 0) {
  const answers: Answered[] = [];
  const faults: NetFault[] = [];
  const run = createCappedFetch({
    fetch,
    now,
    limits: { ...defaultLimits, ...limits },
    onAnswer: (answer) => answers.push(answer),
    onFault: (fault) => faults.push(fault),
  });
  return { run, answers, faults };
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const body = (...pieces: string[]): ReadableStream =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(bytes(piece));
      controller.close();
    },
  });

test('F22 an event is counted from empty line to empty line, however lines end and wherever they are cut', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const event = `data: 12345${end}${end}`;
    const pass = eventLimit({ eventBytes: event.length });
    for (const byte of bytes(event.repeat(5))) pass(Uint8Array.of(byte));
    const refuse = eventLimit({ eventBytes: event.length - end.length - 1 });
    expect(() => refuse(bytes(event)), JSON.stringify(end)).toThrow('message-too-large');
  }
});

test('S49 a body beyond its limit fails, one within it comes whole', async () => {
  const { run, faults } = capped(async () => new Response(body('12345', '67890')), { bodyBytes: 9 });
  await expect((await run('http://x/', { method: 'POST' })).text()).rejects.toMatchObject({ code: 'message-too-large' });
  expect(faults.map((fault) => fault.code)).toEqual(['message-too-large']);
  const whole = capped(async () => new Response(body('12345', '67890')), { bodyBytes: 10 });
  expect(await (await whole.run('http://x/', { method: 'POST' })).text()).toBe('1234567890');
});

test('S49 all answers within a minute count together, and the next minute begins anew', async () => {
  let now = 0;
  const { run } = capped(
    async () => new Response(body('123456')),
    { minuteBytes: 10 },
    () => now,
  );
  const read = async () => (await run('http://x/', { method: 'POST' })).text();
  expect(await read()).toBe('123456');
  await expect(read()).rejects.toMatchObject({ code: 'too-much' });
  now = 60_000;
  expect(await read()).toBe('123456');
});

test('F22 a body that stops coming is given up, a stream of events may be silent', async () => {
  const silent = () => new ReadableStream({ start: (controller) => controller.enqueue(bytes('x')) });
  const { run } = capped(async () => new Response(silent(), { headers: { 'content-type': 'application/json' } }), { idleMs: 30 });
  await expect((await run('http://x/', { method: 'POST' })).text()).rejects.toMatchObject({ code: 'timeout' });
  const stream = capped(async () => new Response(silent(), { headers: { 'content-type': 'text/event-stream' } }), { idleMs: 30 });
  const reading = (await stream.run('http://x/', { method: 'POST' })).text();
  const first = await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, 150, 'silent'))]);
  expect(first).toBe('silent');
});

test('UC3 the head of a GET is waited for only so long; a POST waits as long as its call may', async () => {
  const never: Fetch = (_url, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)));
  const { run, faults } = capped(never, { headMs: 30 });
  await expect(run('http://x/', { method: 'GET' })).rejects.toMatchObject({ code: 'timeout' });
  expect(faults).toHaveLength(1);
  const post = run('http://x/', { method: 'POST', signal: AbortSignal.timeout(150) });
  await expect(post).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('F21 Retry-After is read as seconds or as a date, and never beyond an hour', async () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const asked = async (value: string) => {
    const { run, answers } = capped(
      async () => new Response('', { status: 429, headers: { 'retry-after': value } }),
      {},
      () => now,
    );
    await run('http://x/', { method: 'POST' });
    return answers[0]?.retryAfterMs;
  };
  expect(await asked('30')).toBe(30_000);
  expect(await asked('Thu, 01 Jan 2026 00:01:00 GMT')).toBe(60_000);
  expect(await asked('999999')).toBe(3_600_000);
  expect(await asked('Thu, 01 Jan 2020 00:00:00 GMT')).toBe(0);
  expect(await asked('soon')).toBeUndefined();
});

test.each([
  [Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }) }), 'unknown-host'],
  [new Error('net::ERR_NAME_NOT_RESOLVED'), 'unknown-host'],
  [new Error('net::ERR_CONNECTION_REFUSED'), 'refused'],
  [
    Object.assign(new TypeError('fetch failed'), { cause: new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]) }),
    'refused',
  ],
  [Object.assign(new TypeError('terminated'), { cause: Object.assign(new Error('x'), { code: 'UND_ERR_SOCKET' }) }), 'cut'],
  [new Error('net::ERR_PROXY_CONNECTION_FAILED'), 'proxy'],
  [new Error('net::ERR_TUNNEL_CONNECTION_FAILED'), 'proxy'],
  [new Error('net::ERR_PROXY_CERTIFICATE_INVALID'), 'proxy'],
  [new Error('net::ERR_CERT_DATE_INVALID'), 'secure'],
  [new Error('net::ERR_CERT_COMMON_NAME_INVALID'), 'secure'],
  [Object.assign(new Error('x'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), 'secure'],
  [Object.assign(new Error('x'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'secure'],
  [new Error('net::ERR_CONNECTION_TIMED_OUT'), 'timeout'],
  [new Error('net::ERR_INTERNET_DISCONNECTED'), 'unreachable'],
  [Object.assign(new Error('x'), { code: 'EHOSTUNREACH' }), 'unreachable'],
])('F23 %s is told as %s', (error, code) => {
  expect(toNetFault(error)).toMatchObject({ code });
});
