import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,electron,renderer,servers,scripts}/**/*.test.{ts,tsx}', 'e2e/**/*.test.ts'],
    globalSetup: 'e2e/ownTempFolder.ts',
    pool: 'forks',
    // Most of what crosses a process waits for it: four at a time keep two cores busy.
    maxWorkers: 4,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    teardownTimeout: 10_000,
    allowOnly: process.env.CI !== 'true',
  },
});
