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
/** They need a module before anyone has used it: each is loaded by itself. */
const apart = [
  'src/library/folder/watch.test.ts',
  'tests/library/poll-folder.test.ts',
  'src/settings/sdk-warnings.test.ts',
];

const together = (name: string, include: string[], setupFiles: string[], others: string[]) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: [...configDefaults.exclude, ...apart, ...others],
    // Sources keep no state in their modules: to load them anew for each file would be a fifth of the whole time.
    isolate: false,
    setupFiles: ['tests/support/server-globals.ts', ...setupFiles],
  },
});

export default defineConfig({
  test: {
    environment: 'node',
    // Many tests wait for a disk or a process: one more than there are cores, of which Vitest's own choice leaves one free.
    maxWorkers: availableParallelism() + 1,
    // What a source becomes is kept for the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/sources' },
    // They end what hangs: how fast something is, a bench tells.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    env: {
      // A backend waits for the disk after each write, and the library's tests write thousands of small files.
      TMPDIR: quickFolder(),
      // For the programs that tests start: to read their sources is most of what a short life costs.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)),
    },
    projects: [
      together('all others', tests, [], library),
      together('library', library, ['tests/library/habitual-publisher.ts'], []),
      { extends: true, test: { name: 'apart', include: apart } },
    ],
  },
});
