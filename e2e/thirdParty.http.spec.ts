import { expect, test } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { addAddress, admit, entryFile, openServer, ThirdPartyHouse } from './thirdParty.ts';
import { card, decide, decision } from './window.ts';

let house: ThirdPartyHouse;
const running: ChildProcess[] = [];
test.beforeEach(async () => {
  house = await ThirdPartyHouse.open();
});
test.afterEach(async () => {
  await house.close();
  for (const child of running.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});

/** Starts the published server over HTTP; resolves with its port when it listens. */
async function serve(mode: 'streamableHttp' | 'sse'): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  const child = spawn(process.execPath, [entryFile('everything'), mode], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.push(child);
  let said = '';
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString('utf8')));
  await expect.poll(() => said).toContain(`on port ${port}`);
  return port;
}

test('server-everything over Streamable HTTP and over SSE: reviewed by address, called, its progress shown, and asked for a model’s answer', async () => {
  const { app, model } = house;
  const [streamable, sse] = [await serve('streamableHttp'), await serve('sse')];
  await addAddress(app, 'far', `http://127.0.0.1:${streamable}/mcp`);
  await expect(await decision(app, 'Review server far')).toContainText(`127.0.0.1:${streamable}`);
  await admit(app, 'far');
  await addAddress(app, 'old', `http://127.0.0.1:${sse}/sse`);
  await admit(app, 'old');
  const calls = ['far', 'old'].flatMap((key) => [
    { name: `${key}__echo`, arguments: { message: `你好 ${key}` } },
    { name: `${key}__trigger-long-running-operation`, arguments: { duration: 2, steps: 20 } },
  ]);
  await house.ask(...calls);
  for (const key of ['far', 'old'])
    for (const tool of ['echo', 'trigger-long-running-operation']) {
      await decide(app, `Tool call: ${tool} on ${key}`, 'Allow once');
      if (tool === 'echo') continue;
      await expect(card(app, `${tool} on ${key}`).getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^[1-9]/);
    }
  await expect(app.chat.getByText('That is all.')).toBeVisible();
  expect(house.told()).toEqual([
    'Echo: 你好 far',
    'Long running operation completed. Duration: 2 seconds, Steps: 20.',
    'Echo: 你好 old',
    'Long running operation completed. Duration: 2 seconds, Steps: 20.',
  ]);

  const page = await openServer(app, 'far');
  await page.getByRole('switch', { name: 'Allow sampling' }).click();
  await decide(app, 'Changed tools on far', 'Accept tools');
  model.script(({ body }) => {
    if (!body.tools) return { text: 'Sampled from afar.' };
    return body.messages?.at(-1)?.role === 'tool'
      ? { text: 'Asked.' }
      : { calls: [{ name: 'far__trigger-sampling-request', arguments: { prompt: 'hi' } }] };
  });
  await app.chat.getByRole('link', { name: 'Chats' }).click();
  await app.chat.getByRole('textbox', { name: 'Message' }).fill('ask');
  await app.chat.getByRole('button', { name: 'Send' }).click();
  await decide(app, 'Tool call: trigger-sampling-request on far', 'Allow once');
  await decide(app, 'Sampling request from far', 'Approve');
  await decide(app, 'Sampling answer for far', 'Approve');
  await expect(app.chat.getByText('Asked.')).toBeVisible();
  expect(house.told()[0]).toContain('Sampled from afar.');
});
