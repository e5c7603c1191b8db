import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on 127.0.0.1 that nobody has a reason to ask: every hit is a leak. It allows every origin, so that nothing but the app says no. */
export interface Canary {
  /** Without a slash at the end. */
  readonly url: string;
  readonly hits: readonly string[];
  close(): Promise<void>;
}

export async function startCanary(): Promise<Canary> {
  const hits: string[] = [];
  const server = createServer((req, res) => {
    hits.push(`${req.method} ${req.url}`);
    if (req.url?.startsWith('/redirect')) res.writeHead(302, { location: '/redirected' }).end();
    else res.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' }).end('<script>window.__x=1</script>canary');
  });
  // A connection alone says where somebody reads.
  server.on('connection', () => hits.push('connection'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
