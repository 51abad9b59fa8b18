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
/** Tests that need a freshly loaded module, so that their files are isolated. */
const isolated = [
  'src/backend/storage/store.test.ts',
  'src/library/folder/watch.test.ts',
  'src/settings/sdk-warnings.test.ts',
];

const sharedProject = (name: string, include: string[], setupFiles: string[], excluded: string[]) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: [...configDefaults.exclude, ...isolated, ...excluded],
    // Shares modules between files, because modules have no state and reloading them would take a fifth of the time.
    isolate: false,
    setupFiles: ['tests/support/server-globals.ts', ...setupFiles],
  },
});

export default defineConfig({
  test: {
    environment: 'node',
    // One more worker than cores, because many tests wait for a disk or a process. Vitest's default is one fewer.
    maxWorkers: availableParallelism() + 1,
    // Caches transformed sources for the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/sources' },
    // Timeouts are long, to end only tests that hang, even on a busy machine. Benchmarks measure speed.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    env: {
      // Uses a fast disk: a backend waits for the disk after each write, and library tests write thousands of small files.
      TMPDIR: quickFolder(),
      // Caches compiled sources for programs that tests start, because compiling them is most of the cost of a short run.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)),
    },
    projects: [
      sharedProject('all others', tests, [], library),
      sharedProject('library', library, ['tests/library/setup-mocks.ts'], []),
      { extends: true, test: { name: 'isolated', include: isolated } },
    ],
  },
});
