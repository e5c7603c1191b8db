import { expect, test } from 'vitest';
import { isSecretName } from '#shared/trace/secretNames.ts';
import { redacted, redactJson, redactText } from './redact.ts';

test('names that hold secrets are told from names that only sound like it', () => {
  for (const name of [
    'Authorization',
    'apiKey',
    'API_KEY',
    'x-api-key',
    'accessToken',
    'client_secret',
    'PASSWORD',
    'dbPassword',
    'set-cookie',
    'GITHUB_PAT',
    'private_key',
    'sessionId',
    'credentials',
  ])
    expect(isSecretName(name), name).toBe(true);
  for (const name of [
    'progressToken',
    'nextPageToken',
    'maxTokens',
    'cursor',
    'nextCursor',
    'author',
    'path',
    'pattern',
    'key',
    'keywords',
    'id',
    'description',
    'compatible',
  ])
    expect(isSecretName(name), name).toBe(false);
});

test('S45 a canary under a secret name, in a header, a variable, an address, an error or in text inside of text is not in the trace', () => {
  const canary = 'CANARY-0123456789';
  const message = {
    jsonrpc: '2.0',
    id: 1,
    params: {
      arguments: {
        api_key: canary,
        nested: [{ password: canary, credentials: { user: canary, deep: [canary] } }],
        note: `Authorization: Bearer ${canary}`,
      },
      headers: { Authorization: `Bearer ${canary}`, Cookie: canary },
      env: { SERVICE_TOKEN: canary },
      url: `https://user:${canary}@example.com/x?access_token=${canary}&page=2`,
      inner: JSON.stringify({ secret: canary, name: 'kept' }),
      known: `prefix ${canary}-known suffix`,
      [`${canary}-known`]: 1,
    },
    error: { code: -1, message: `failed with token=${canary}`, data: { token: canary } },
  };
  const text = redactJson(message, [`${canary}-known`]);
  expect(text).not.toContain(canary);
  expect(text).toContain('page=2');
  expect(text).toContain('kept');
  expect(JSON.parse(text)).toMatchObject({ id: 1, params: { arguments: { api_key: redacted } } });
});

test('S45 tokens of known forms are found in any text', () => {
  for (const secret of [
    'sk-proj-abcdefghijklmnopqrstuv',
    'ghp_abcdefghijklmnopqrstuvwxyz0123',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefgh',
    'AKIAABCDEFGHIJKLMNOPQ',
    'xoxb-123456789012-abcdefgh',
  ])
    expect(redactText(`before ${secret} after`, []), secret).toBe(`before ${redacted} after`);
});

test('what is no secret stays to the letter, `_meta` and schemas with telling names included', () => {
  const message = {
    method: 'tools/list',
    params: { _meta: { progressToken: 'abc', 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
    result: {
      nextCursor: 'page2',
      tools: [
        {
          name: 'login',
          inputSchema: {
            type: 'object',
            properties: { password: { type: 'string', description: 'The password of the account' } },
            required: ['password'],
          },
        },
      ],
      usage: { inputTokens: 5, maxTokens: 9 },
    },
  };
  expect(JSON.parse(redactJson(message, []))).toEqual(message);
});

test('long texts are cut and say by how much, deep ones end', () => {
  const long = redactJson({ text: 'x'.repeat(20_000) }, []);
  expect(long.length).toBeLessThan(9000);
  expect(long).toContain('12000 more characters');
  const deep = JSON.parse('['.repeat(500) + ']'.repeat(500)) as unknown;
  expect(redactJson(deep, [])).toContain('deeper than shown');
});
