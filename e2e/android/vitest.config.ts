import { defineConfig } from 'vitest/config';

/** The borrower app in Chromium with the Android app on Robolectric. It needs Java, so `npm test` does not run it. */
export default defineConfig({
  test: {
    include: ['e2e/android/*.android-test.ts'],
    globalSetup: ['e2e/support/global-setup.ts', 'apps/server/test/global-setup.ts'],
    setupFiles: ['e2e/support/pages-on-failure.ts'],
    testTimeout: 480_000,
    hookTimeout: 480_000,
    expect: { poll: { timeout: 90_000 } },
  },
});
