import { defineConfig } from '@playwright/test';
import path from 'node:path';

/** `npm run shots`: pictures of every screen of the real app, for eyes. Nothing here is a test of the product. */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '*.shots.ts',
  outputDir: path.join(import.meta.dirname, '../../test-results/shots'),
  workers: 1,
  retries: 0,
  timeout: 10 * 60_000,
  reporter: 'list',
});
