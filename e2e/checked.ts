import type { Page } from '@playwright/test';
import { startCanary, type Canary } from './canary.ts';
import { fixture, makeFolder } from './paths.ts';
import { decide, decisionPage, isAlive, launch, quit, type App } from './window.ts';

/** The app with a recorder server accepted, every request and every breach of the policy noted from then on. */
export interface Checked {
  readonly app: App;
  readonly canary: Canary;
  /** The chat page and the decision page. */
  readonly pages: readonly Page[];
  /** Opens a screen by its link. */
  readonly go: (screen: string) => Promise<void>;
  readonly violations: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

export async function openChecked(): Promise<Checked> {
  const canary = await startCanary();
  const folder = makeFolder({ rec: fixture('recorder') });
  const app = await launch({ dir: folder.dir });
  const pages = [app.chat, await decisionPage(app)];
  for (const page of pages) {
    await page.evaluate(() => {
      const violations: string[] = [];
      Object.assign(globalThis, { violations });
      document.addEventListener('securitypolicyviolation', (event) => violations.push(`${event.effectiveDirective} ${event.blockedURI}`));
    });
  }
  await decide(app, 'Review server rec', 'Trust and start');
  await decide(app, 'New tools on rec', 'Accept tools');
  await app.electron.evaluate(({ session }) => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const { webRequest } = session.defaultSession;
    webRequest.onCompleted(({ url }) => void seen.push(url));
    webRequest.onErrorOccurred(({ url }) => void seen.push(url));
  });
  const noted = (page: Page): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations);
  return {
    app,
    canary,
    pages,
    go: (screen) => app.chat.getByRole('link', { name: screen, exact: true }).click(),
    violations: async () => (await Promise.all(pages.map(noted))).flat(),
    async close() {
      if (isAlive(app.pid)) await quit(app);
      folder.remove();
      await canary.close();
    },
  };
}
