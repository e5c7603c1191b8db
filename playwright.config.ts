import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/playwrightSetup.ts',
  outputDir: 'test-results/playwright',
  // Each has a screen of its own, on Linux only.
  workers: process.platform === 'linux' ? 2 : 1,
  retries: 0,
  timeout: 60_000,
  globalTimeout: 20 * 60_000,
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: { trace: 'off' },
});
