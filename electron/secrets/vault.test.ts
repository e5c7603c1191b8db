import { expect, test } from 'vitest';
import { openDatabase } from '../storage/database.ts';
import { SecretTable } from '../storage/secretTable.ts';
import { createVault, type Cipher } from './vault.ts';

const turned = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 0x5a);
const cipher: Cipher = {
  encrypt: (text) => Promise.resolve(turned(Buffer.from(text))),
  decrypt: (bytes) => Promise.resolve(Buffer.from(turned(bytes)).toString()),
};

test('S44 with a keychain a secret is on disk only encrypted, and reads back after a restart', async () => {
  const { db } = openDatabase(':memory:', 'x');
  const vault = createVault(new SecretTable(db), () => Promise.resolve(cipher));
  await vault.set('a', 'CANARY-SECRET');
  expect(JSON.stringify(db.prepare('SELECT hex(body) AS body FROM secret').all())).not.toContain(
    Buffer.from('CANARY-SECRET').toString('hex').toUpperCase(),
  );
  const next = createVault(new SecretTable(db), () => Promise.resolve(cipher));
  expect([await next.get('a'), next.names(), await next.kind()]).toEqual(['CANARY-SECRET', ['a'], 'keychain']);
  next.remove('a');
  expect(await next.get('a')).toBeUndefined();
});

test('S44 without a keychain nothing is written: the secret lasts until the app ends', async () => {
  const { db } = openDatabase(':memory:', 'x');
  const vault = createVault(new SecretTable(db), () => Promise.resolve(undefined));
  await vault.set('a', 'CANARY-SECRET');
  expect([await vault.get('a'), vault.names(), await vault.kind()]).toEqual(['CANARY-SECRET', ['a'], 'memory']);
  expect(db.prepare('SELECT count(*) AS n FROM secret').get()).toEqual({ n: 0 });
});

test('the key store is not asked before the first need: a locked keyring must not block the start', async () => {
  const { db } = openDatabase(':memory:', 'x');
  const asked: string[] = [];
  const vault = createVault(new SecretTable(db), () => {
    asked.push('asked');
    return Promise.resolve(cipher);
  });
  vault.names();
  await vault.get('nothing');
  expect(asked).toEqual([]);
  await vault.set('a', 'b');
  await vault.get('a');
  expect(asked).toEqual(['asked']);
});
