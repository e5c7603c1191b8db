import { expect, test } from 'vitest';
import { joinScopes, readChallenge } from './challenge.ts';

const read = (status: number, header?: string) =>
  readChallenge({ status, headers: new Headers(header === undefined ? {} : { 'www-authenticate': header }) });

test('AUT-1 a challenge is read from wherever it stands in the header, and only from the one that is ours', () => {
  expect(read(401, 'Bearer resource_metadata="https://a.example/x", scope="a b"')).toEqual({
    kind: 'token',
    resourceMetadata: 'https://a.example/x',
    scope: 'a b',
  });
  expect(read(401, 'Basic realm="scope=\\"x\\", y", bearer scope=one')).toMatchObject({ scope: 'one' });
  expect(read(401, 'Bearer error_description="scope=\\"evil\\"", scope="good", Basic scope="other"')).toMatchObject({ scope: 'good' });
  expect(read(401)).toEqual({ kind: 'token', resourceMetadata: undefined, scope: undefined });
});

test('AUT-13 a 403 is a challenge only for want of rights', () => {
  expect(read(403)).toBeUndefined();
  expect(read(403, 'Bearer error="invalid_token"')).toBeUndefined();
  expect(read(403, 'Bearer error="insufficient_scope", scope="w"')).toMatchObject({ kind: 'scope', scope: 'w' });
  expect(read(500, 'Bearer scope="a"')).toBeUndefined();
});

test('AUT-13 scopes are joined, each once, in the order they were met', () => {
  expect(joinScopes('a b', undefined, 'b  c')).toBe('a b c');
  expect(joinScopes(undefined, '')).toBeUndefined();
});
