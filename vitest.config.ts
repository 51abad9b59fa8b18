import { configDefaults, defineConfig } from 'vitest/config';

const tests = [
  'src/**/*.test.{ts,tsx}',
  'tests/conformance/**/*.test.ts',
  'tests/reader/**/*.test.ts',
  'tests/publisher/**/*.test.ts',
  'tests/*.test.ts',
  'content/**/*.test.ts',
];
/** They need a module before anyone has used it: each is loaded by itself. */
const apart = ['src/publisher/folder/watch-folder.test.ts', 'src/settings/sdk-warnings.test.ts'];

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['tests/support/habitual-publisher.ts'],
    // Many tests wait for a disk or a process; Vitest's own choice on two cores is a single worker.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: tests,
          exclude: [...configDefaults.exclude, ...apart],
          // Sources keep no state in their modules: to load them anew for each file is a third of the whole time.
          isolate: false,
          setupFiles: 'tests/support/server-globals.ts',
        },
      },
      { extends: true, test: { name: 'apart', include: apart } },
    ],
  },
});
