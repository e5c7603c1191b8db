import http from 'node:http';
import { expect, test } from 'vitest';
import { freePort, openLoopback } from './loopback.ts';

interface Got {
  readonly status: number;
  readonly body: string;
  readonly policy: string | undefined;
}
function ask(port: number, path: string, options: http.RequestOptions = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path, ...options }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body, policy: response.headers['content-security-policy'] as string | undefined }),
      );
    });
    request.on('error', reject);
    request.end();
  });
}
async function open(lifeMs?: number) {
  const redirect = new URL(`http://127.0.0.1:${await freePort()}/secret-path`);
  return { redirect, port: Number(redirect.port), loopback: await openLoopback(redirect, lifeMs) };
}

test('S40 only GET on the very path of the very host is an answer; anything else is refused and the wait goes on', async () => {
  const { port, loopback } = await open();
  const refused = [
    await ask(port, '/'),
    await ask(port, '/secret-path/x?code=1'),
    await ask(port, '/secret-path?code=1', { method: 'POST' }),
    await ask(port, '/secret-path?code=1', { headers: { host: `localhost:${port}` } }),
    await ask(port, '/secret-path?code=1', { headers: { host: 'evil.example' } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await ask(port, '/secret-path?code=right&state=s')).status).toBe(200);
  expect((await loopback.answer).get('code')).toBe('right');
});

test('S40 the page is always the same, reflects nothing, and may load nothing; a second hit finds nobody', async () => {
  const { port, loopback } = await open();
  const got = await ask(port, '/secret-path?code=1&error_description=%3Cscript%3Ealert(1)%3C/script%3E');
  expect(got.body).not.toMatch(/script|alert/);
  expect(got.policy).toContain("default-src 'none'");
  await loopback.answer;
  await expect(ask(port, '/secret-path?code=2')).rejects.toThrow();
});

test('S40 nothing listens before and after a flow, nor when its time is up', async () => {
  const { port, loopback } = await open(50);
  await expect(loopback.answer).rejects.toMatchObject({ code: 'timeout' });
  await expect(ask(port, '/secret-path?code=1')).rejects.toThrow();
  const other = await open();
  other.loopback.close();
  await expect(ask(other.port, '/secret-path?code=1')).rejects.toThrow();
});

test('S40 a port that somebody else has taken meanwhile ends the flow before the browser opens', async () => {
  const { redirect, loopback } = await open();
  await expect(openLoopback(redirect)).rejects.toMatchObject({ code: 'listener' });
  loopback.close();
});
