import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { quickFolder } from './tests/support/quick-folder.ts';

const tests = [
  '{src,content}/**/*.test.{ts,tsx}',
  'tests/{conformance,reader,support}/**/*.test.ts',
  'tests/*.test.ts',
];
const library = ['{src,tests}/library/**/*.test.ts'];
/** Tests of a module before its first use: each file loads it separately. */
const apart = ['src/library/folder/watch.test.ts', 'src/settings/sdk-warnings.test.ts'];

const together = (name: string, include: string[], setupFiles: string[], others: string[]) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: [...configDefaults.exclude, ...apart, ...others],
    // Shares modules between files, because sources keep no state: reloading them would take a fifth of the time.
    isolate: false,
    setupFiles: ['tests/support/server-globals.ts', ...setupFiles],
  },
});

export default defineConfig({
  test: {
    environment: 'node',
    // One worker more than there are cores, because many tests wait for a disk or a process; Vitest's default is one less.
    maxWorkers: availableParallelism() + 1,
    // Caches transformed sources for the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/sources' },
    // Timeouts end tests that hang, also on a busy machine; benches measure speed.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    env: {
      // A backend waits for the disk after each write, and the library's tests write thousands of small files.
      TMPDIR: quickFolder(),
      // Caches compiled sources for programs that tests start: loading them is most of the cost of a short run.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)),
    },
    projects: [
      together('all others', tests, [], library),
      together('library', library, ['tests/library/setup-mocks.ts'], []),
      { extends: true, test: { name: 'apart', include: apart } },
    ],
  },
});
