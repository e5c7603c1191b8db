import { protocol } from 'electron';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { contentPolicy, headersFor, locate } from './appFiles.ts';

/** Must run before `ready`. No supportFetchAPI, no corsEnabled, no bypassCSP; V8 may keep compiled scripts. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } }]);
}

/** What the first page needs, read while Electron still starts; each file is handed out once. */
export function readAhead(root: string): Map<string, Promise<Buffer>> {
  const ahead = new Map<string, Promise<Buffer>>();
  const read = (file: string): Promise<Buffer> => {
    const content = readFile(path.join(root, file));
    content.catch(() => ahead.delete(file)); // whoever asks for it reads it again, and is told
    ahead.set(file, content);
    return content;
  };
  read('index.html').then(
    (html) => {
      for (const [, name = ''] of html.toString('utf8').matchAll(/"\/assets\/([^"]+)"/g)) void read(path.join('assets', name));
    },
    () => undefined,
  );
  return ahead;
}

/** Serves the built pages from `root` under app://, and nothing else; what was read ahead comes from memory. */
export function serveApp(root: string, ahead: Map<string, Promise<Buffer>>): void {
  const contentOf = (file: string): Promise<Buffer> => {
    const content = ahead.get(file) ?? readFile(path.join(root, file));
    ahead.delete(file);
    return content;
  };
  const refused = (): Response => new Response(null, { status: 404, headers: { 'content-security-policy': contentPolicy } });
  protocol.handle('app', async (request) => {
    const file = locate(request.url);
    if (request.method !== 'GET' || file === undefined) return refused();
    try {
      return new Response(new Uint8Array(await contentOf(file)), { headers: headersFor(file) });
    } catch {
      return refused();
    }
  });
}
