import { protocol } from 'electron';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { contentPolicy, headersFor, locate } from './appFiles.ts';

/** Must run before `ready`. No supportFetchAPI, no corsEnabled, no bypassCSP; V8 may keep compiled scripts. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } }]);
}

/** Serves the built pages from `root` under app://, and nothing else. */
export function serveApp(root: string): void {
  const refused = (): Response => new Response(null, { status: 404, headers: { 'content-security-policy': contentPolicy } });
  protocol.handle('app', async (request) => {
    const file = locate(request.url);
    if (request.method !== 'GET' || file === undefined) return refused();
    try {
      return new Response(new Uint8Array(await readFile(path.join(root, file))), { headers: headersFor(file) });
    } catch {
      return refused();
    }
  });
}
