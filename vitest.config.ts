import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Much of a test is waiting: more at a time than there are cores.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { name: 'unit', include: ['api/src/**/*.test.ts', 'web/src/**/*.test.ts'] } },
      {
        test: {
          name: 'api',
          include: ['api/test/**/*.test.ts'],
          globalSetup: ['api/test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          // A browser on a crowded machine may miss a moment; a real fault fails twice.
          retry: 1,
          globalSetup: ['api/test/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
