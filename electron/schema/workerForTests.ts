import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The schema worker bundled as the app's build does it, in a folder of its own; `remove` deletes that folder. For tests only. */
export async function bundleSchemaWorker(): Promise<{ readonly file: string; readonly remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-schema-worker-'));
  const entry = fileURLToPath(new URL('./schemaWorker.ts', import.meta.url));
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20.18',
      minify: false,
      rolldownOptions: { external: [/^node:/], output: { format: 'es', entryFileNames: 'schemaWorker.mjs', codeSplitting: false } },
    },
    ssr: { noExternal: true },
  });
  return { file: join(folder, 'schemaWorker.mjs'), remove: () => rm(folder, { recursive: true, force: true }) };
}
