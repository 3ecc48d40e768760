import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['bench/second-way/*.bench-test.ts'],
    // A check of a book of a million loans goes through its rows some dozen times.
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
  },
});
