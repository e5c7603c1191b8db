import { expect, test } from '@playwright/test';
import { once } from 'node:events';
import { fixture, makeFolder } from './paths.ts';
import { decide, decision, isAlive, launch, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
test.beforeEach(() => {
  folder = makeFolder({ rec: fixture('recorder', { RECORD_FILE: '/dev/null' }) });
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  folder.remove();
});

/** A call and a question of another kind wait; then the app ends by this command of its menu. */
async function endWhileWaiting(command: string): Promise<void> {
  app = await launch({ dir: folder.dir });
  await decision(app, 'Review server rec');
  await send(app, 'What is the weather in Beijing?');
  await decision(app, 'Tool call: get_weather on assistant');
  const gone = once(app.electron.process(), 'exit');
  await app.electron.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(), command).catch(() => undefined); // it may be gone before it answers
  await gone;
}
/** What the journal says, after the next start, of the questions that were taken back. */
async function withdrawn(): Promise<readonly string[]> {
  app = await launch({ dir: folder.dir });
  const read = () =>
    app?.chat.evaluate(async () => {
      const { bridge } = window as unknown as { bridge: { request(name: string, input: unknown): Promise<unknown> } };
      const answer = await bridge.request('journal.page', { filter: {}, limit: 100 });
      return JSON.stringify(answer);
    });
  await expect.poll(read).toContain('withdrawn');
  const { entries } = (JSON.parse((await read()) ?? '{}') as { value: { entries: readonly { readonly entry: Entry }[] } }).value;
  return entries
    .map(({ entry }) => entry)
    .filter(({ outcome }) => outcome === 'withdrawn')
    .map(({ what, details }) => `${what} ${details?.because}`);
}
interface Entry {
  readonly what: string;
  readonly outcome?: string;
  readonly details?: { readonly because?: string };
}

test('closing the last window without the tray takes back what waits, and the journal says that it was the window', async () => {
  await endWhileWaiting('window.close');
  expect([...(await withdrawn())].sort()).toEqual(['server-trust window-closed', 'tool-call window-closed']);
  // Nothing was decided by that: the server is asked about again.
  await decide(app as App, 'Review server rec', 'Deny');
});

test('quitting takes back what waits as well, and the journal says that it was a quit', async () => {
  await endWhileWaiting('app.quit');
  expect([...(await withdrawn())].sort()).toEqual(['server-trust quit', 'tool-call quit']);
});
