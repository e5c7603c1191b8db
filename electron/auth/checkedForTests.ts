import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Runs with the port of a listener that nobody has a reason to reach; what reached it, by its first bytes. */
export async function checkedFetchHits(run: (port: number) => Promise<void>): Promise<readonly string[]> {
  const hits: string[] = [];
  const server = createServer((socket) => {
    hits.push('connection');
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await run((server.address() as AddressInfo).port);
  await new Promise((resolve) => server.close(resolve));
  return hits;
}
