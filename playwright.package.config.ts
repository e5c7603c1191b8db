import { defineConfig } from '@playwright/test';

// The installed packages; `npm run test:package` builds them first and runs this as root.
export default defineConfig({
  testDir: 'e2e/packaged',
  testMatch: '**/*.package.ts',
  outputDir: 'test-results/playwright-package',
  workers: 1,
  retries: 0,
  timeout: 60_000,
  globalTimeout: 5 * 60_000,
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['json', { outputFile: 'test-results/package.json' }]],
  use: { trace: 'off' },
});
