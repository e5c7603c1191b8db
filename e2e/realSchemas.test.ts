import { createRequire } from 'node:module';
import { afterEach, expect, test } from 'vitest';
import { openTestHost, type TestHost } from './harness.ts';
import { makeFolder } from './paths.ts';

let house: TestHost | undefined;
afterEach(async () => {
  await house?.close();
  house = undefined;
});
const program = (name: string): string => createRequire(import.meta.url).resolve(`@modelcontextprotocol/server-${name}/dist/index.js`);

test('S51 no tool of well-known servers is lost to the checks of its schema', async () => {
  const [folder, shared] = [makeFolder(), makeFolder()];
  const { dir } = makeFolder({
    everything: { command: process.execPath, args: [program('everything')] },
    files: { command: process.execPath, args: [program('filesystem'), shared.dir] },
    memory: { command: process.execPath, args: [program('memory')], env: { MEMORY_FILE_PATH: `${folder.dir}/memory.json` } },
  });
  house = await openTestHost(dir, {}, { limits: { armMs: 20 } });
  for (const key of ['everything', 'files', 'memory']) await house.admit(key);
  const tools = house
    .state('servers', {})
    .filter((server) => !server.bundled)
    .flatMap((server) => server.tools);
  expect(tools.length).toBeGreaterThan(25);
  // One of them runs only as a task, which has nothing to do with its schema.
  const lost = tools.flatMap(({ name, unusable }) => (unusable === undefined ? [] : [[name, unusable]]));
  expect(lost).toEqual([['simulate-research-query', expect.stringContaining('taskSupport')]]);
});
