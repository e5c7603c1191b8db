import { expect } from '@playwright/test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toPng } from '../../scripts/screenshot.mjs';
import { startModelServer, type ModelServer } from '../modelServer.ts';
import { makeFolder, root } from '../paths.ts';
import { decide, launch, quit, type App } from '../window.ts';

type Language = 'en' | 'zh';
type Theme = 'light' | 'dark';
/** Widths and heights of the window. */
export type Sizes = readonly (readonly [number, number])[];
const sizes = [
  [900, 600],
  [1280, 800],
  [1600, 1000],
] as const;

/** Which pictures are taken: all, or what the environment asks for (`SHOTS=en,light,1280`). */
const wanted = (process.env.SHOTS ?? '').split(',').filter(Boolean);
const isWanted = (value: string, all: readonly string[]): boolean => !all.some((one) => wanted.includes(one)) || wanted.includes(value);
const languages = (['en', 'zh'] as const).filter((one) => isWanted(one, ['en', 'zh']));
const themes = (['light', 'dark'] as const).filter((one) => isWanted(one, ['light', 'dark']));
const chosenSizes = sizes.filter(([width]) =>
  isWanted(
    String(width),
    sizes.map(([w]) => String(w)),
  ),
);

/** The app on its own data folder, with a scripted model, to be brought into a state and pictured there. */
export interface Stage {
  readonly app: App;
  readonly model: ModelServer;
  readonly dir: string;
  /** One picture for each language, theme and size, into `shots/`; the app's state stays as it is. */
  shot(name: string, sizes?: Sizes): Promise<void>;
  close(): Promise<void>;
}

/** Opens the app on a virtual screen whose pixels can be read (`STEWARD_SCREEN`). Without `scripted` it has the Demo model. */
export async function openStage(options: {
  readonly mcpServers?: Readonly<Record<string, unknown>>;
  readonly scripted?: boolean;
}): Promise<Stage> {
  const screen = process.env.STEWARD_SCREEN;
  if (!screen) throw new Error('STEWARD_SCREEN names no folder: use `npm run shots`');
  const folder = makeFolder(options.mcpServers);
  const model = await startModelServer();
  const environment = { OPENAI_API_KEY: 'K', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' };
  const app = await launch({ dir: folder.dir, ...(options.scripted ? { environment } : {}) });
  return {
    app,
    model,
    dir: folder.dir,
    shot: (name, only = chosenSizes) => shotAll(app, screen, { name, sizes: only }),
    close: async () => {
      await quit(app);
      await model.close();
      folder.remove();
    },
  };
}

/** Reviews a server and its tools as a person would. */
export async function admit(app: App, server: string): Promise<void> {
  await decide(app, `Review server ${server}`, 'Trust and start');
  await decide(app, `New tools on ${server}`, 'Accept tools');
}

async function shotAll(
  app: App,
  screen: string,
  { name, sizes: wantedSizes }: { readonly name: string; readonly sizes: Sizes },
): Promise<void> {
  await sleep(600); // answers wait for 800 ms, and a picture of them waiting tells less
  for (const language of languages)
    for (const theme of themes) {
      await change(app, language, theme);
      for (const [width, height] of wantedSizes) {
        await resize(app, width, height);
        await sleep(450);
        const folder = path.join(root, 'shots', `${language}-${theme}`);
        mkdirSync(folder, { recursive: true });
        writeFileSync(path.join(folder, `${name}-${width}.png`), toPng(readFileSync(path.join(screen, 'Xvfb_screen0')), { width, height }));
      }
    }
  await change(app, 'en', 'light');
  await resize(app, 1280, 800);
}

async function change({ chat }: App, language: Language, theme: Theme): Promise<void> {
  await chat.evaluate(
    async (settings) => {
      const { bridge } = window as unknown as { bridge: { request(name: string, input: unknown): Promise<unknown> } };
      await bridge.request('settings.change', { change: settings });
    },
    { language, theme },
  );
  // The words of another language are loaded first.
  await expect.poll(() => chat.evaluate(() => document.documentElement.lang.slice(0, 2))).toBe(language);
}

/** Resolves when the page has been laid out anew. */
async function resize({ electron, chat }: App, width: number, height: number): Promise<void> {
  await electron.evaluate(
    ({ BaseWindow }, size) => {
      for (const window of BaseWindow.getAllWindows()) window.setBounds({ x: 0, y: 0, ...size });
    },
    { width, height },
  );
  // Not by waitForFunction, which the page's policy refuses.
  // A window as large as the screen is a pixel smaller.
  await expect
    .poll(async () => Math.abs((await chat.evaluate(() => window.innerWidth * window.devicePixelRatio)) - width))
    .toBeLessThanOrEqual(2);
}
