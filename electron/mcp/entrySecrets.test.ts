import { expect, test } from 'vitest';
import { entrySecrets } from './entrySecrets.ts';

test('S45 the secrets of an entry are known by their names, as they are after the variables are put in', () => {
  const environment = { MY_TOKEN: 'from-the-environment', HOME: '/home/me' };
  expect(
    entrySecrets(
      {
        command: 'x',
        args: ['--api-key', 'of-an-argument', '--token=inline-token', '--dir', '/tmp/data'],
        env: { API_KEY: 'plain-secret', TOKEN: '${MY_TOKEN}', DIR: '/tmp/other', PIN_SECRET: '1234' },
      },
      environment,
    ).sort(),
  ).toEqual(['from-the-environment', 'inline-token', 'of-an-argument', 'plain-secret']);
  expect(
    entrySecrets(
      {
        url: 'https://me:pass-in-url@x.example/?access_token=in-the-query&page=12345678',
        headers: { Authorization: 'Bearer in-a-header', Accept: 'application/json' },
      },
      {},
    ).sort(),
  ).toEqual(['Bearer in-a-header', 'in-a-header', 'in-the-query', 'pass-in-url']);
  expect(entrySecrets(undefined, environment)).toEqual([]);
});
