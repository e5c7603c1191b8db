import type { FullConfig } from '@playwright/test';
import { openDisplay } from '../scripts/display.mjs';
import { setup as ownTempFolder } from './ownTempFolder.ts';

/**
 * Before the first test: one folder for what tests leave lying about, and on Linux a virtual screen for each worker, so that no window takes
 * the keyboard from another. `window.ts` finds them in STEWARD_SCREENS.
 */
async function setup(config: FullConfig): Promise<() => Promise<void>> {
  const removeFolder = ownTempFolder();
  if (process.platform !== 'linux') return async () => removeFolder();
  const { DISPLAY: _screen, WAYLAND_DISPLAY: _wayland, ...without } = process.env;
  const screens = await Promise.all(Array.from({ length: config.workers }, () => openDisplay(without)));
  process.env.STEWARD_SCREENS = screens.map(({ env }) => env.DISPLAY).join(' ');
  return async () => {
    for (const screen of screens) screen.close();
    removeFolder();
  };
}

// Playwright takes only a default export.
export { setup as default };
