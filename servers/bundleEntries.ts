import { mkdtemp, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';

/** Programs bundled into a folder of their own; `program` gives the file that `node` can run for an entry named without `.ts`. */
export interface Bundles {
  readonly program: (name: string) => string;
  readonly remove: () => Promise<void>;
}

/** Bundles entries for tests that start them as processes, so that these tests need no build of the app. Paths from the project's root. */
export async function bundleEntries(entries: readonly string[]): Promise<Bundles> {
  const root = path.resolve(import.meta.dirname, '..');
  const folder = await mkdtemp(path.join(tmpdir(), 'steward-servers-'));
  await Promise.all(entries.map((entry) => bundle(path.join(root, entry), folder)));
  const files = new Map(entries.map((entry) => [path.basename(entry, '.ts'), path.join(folder, outputName(entry))]));
  return {
    program: (name) => {
      const file = files.get(name);
      if (file === undefined) throw new Error(`no entry ${name} was bundled`);
      return file;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const outputName = (entry: string): string => `${path.basename(entry, '.ts')}.mjs`;

async function bundle(entry: string, folder: string): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20.18',
      minify: false,
      rolldownOptions: {
        external: [...builtinModules, /^node:/],
        output: { format: 'es', entryFileNames: outputName(entry), codeSplitting: false },
      },
    },
  });
}
