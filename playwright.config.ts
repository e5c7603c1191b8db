import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/playwrightSetup.ts',
  outputDir: 'test-results/playwright',
  workers: 1,
  retries: 0,
  timeout: 60_000,
  globalTimeout: 12 * 60_000,
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: { trace: 'off' },
});
