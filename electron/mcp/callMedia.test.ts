import { expect, test } from 'vitest';
import { openDatabase } from '../storage/database.ts';
import { openTables } from '../storage/tables.ts';
import { CallMedia } from './callMedia.ts';

const png = (size: number, fill: number): Uint8Array =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(size, fill)]);
function open() {
  const { db } = openDatabase(':memory:', 'old');
  const { media, chats } = openTables(db);
  chats.ensure('chat', 'A chat', 1);
  return { db, kept: new CallMedia(media), again: () => new CallMedia(media) };
}

test('S32 only what its own bytes show to be a picture or sound is kept, and it is read as what it is', () => {
  const { kept, again, db } = open();
  expect(kept.keep('chat', Buffer.from('<svg onload="x()"/>'))).toBeUndefined();
  const id = kept.keep('chat', png(10, 1)) ?? '';
  expect(again().read('chat', id)).toEqual({ mimeType: 'image/png', data: new Uint8Array(png(10, 1)) });
  expect(() => kept.read('another', id)).toThrow('not kept');
  db.exec("DELETE FROM chat WHERE id = 'chat'");
  expect(() => kept.read('chat', id)).toThrow('not kept');
});

test('what runs by hand gave is held in memory, the oldest going first', () => {
  const { kept, again } = open();
  const [first = '', second = '', third = ''] = [1, 2, 3].map((fill) => kept.keep('playground', png(12_000_000, fill)) ?? '');
  expect(() => kept.read('playground', first)).toThrow('not kept');
  for (const id of [second, third]) expect(kept.read('playground', id).data.length).toBe(12_000_008);
  expect(() => again().read('playground', third)).toThrow('not kept');
});

test('a picture of a chat that the disk refuses is shown until the end', () => {
  const { kept, again, db } = open();
  db.exec('PRAGMA query_only = ON');
  const id = kept.keep('chat', png(10, 4)) ?? '';
  expect(kept.read('chat', id).mimeType).toBe('image/png');
  expect(() => again().read('chat', id)).toThrow('not kept');
});
