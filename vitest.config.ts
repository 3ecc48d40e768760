import { defineConfig } from 'vitest/config';
import { compiledFolder } from './scripts/project.mjs';
import { TestOrder } from './scripts/test-order.ts';

export default defineConfig({
  test: {
    // A third of a file's time is waiting for phones, operators and pages, so two cores have time for three files. With
    // four, the servers of the journeys waited for a processor for seconds, and ran into the limits that are meant for
    // networks.
    maxWorkers: 3,
    sequence: { sequencer: TestOrder },
    // A run starts the same programs hundreds of times, and reading their sources takes half of such a start.
    env: { NODE_COMPILE_CACHE: compiledFolder },
    // A busy machine can be slow. A test that waits for a condition ends as soon as the condition holds.
    expect: { poll: { timeout: 90_000 } },
    projects: [
      // Pure functions leave nothing behind that another file could find.
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'apps/android/build/*.test.ts'],
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['apps/server/test/global-setup.ts'],
          // Each file has a database and a server of its own; only what the sources are read into is shared.
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['apps/{web,handset,console}/src/**/*.test.{ts,tsx}'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/support/global-setup.ts', 'apps/server/test/global-setup.ts'],
          setupFiles: ['e2e/support/pages-on-failure.ts'],
          isolate: false,
          testTimeout: 480_000,
          hookTimeout: 480_000,
        },
      },
    ],
  },
});
