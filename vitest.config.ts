import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'tests/conformance/**/*.test.ts',
      'tests/reader/**/*.test.ts',
      'tests/publisher/**/*.test.ts',
      'tests/*.test.ts',
      'content/**/*.test.ts',
    ],
    environment: 'node',
    setupFiles: ['tests/support/habitual-publisher.ts'],
    // Many tests wait for a disk or a process; Vitest's own choice on two cores is a single worker.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
