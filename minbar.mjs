// The one entry for every npm script. Plain JavaScript, so that an older Node can still read the sentence below.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `Minbar needs Node 24 or newer, and this is Node ${process.versions.node}: run "npm ci" (it brings the right Node along) and then "npm start".`,
  );
  process.exit(1);
}

const commands = {
  start: './src/server/start.ts',
  build: './src/server/build.ts',
  library: './src/publisher/library.ts',
  test: './tests/run.ts',
  bench: './bench/run.ts',
};

/** Started by the site, never by hand. */
const parts = { publishing: './src/publisher/publishing.ts' };

const [, , command = 'start', ...rest] = process.argv;
const program = Object.entries({ ...commands, ...parts }).find(([name]) => name === command)?.[1];
if (!program) {
  console.error(`Unknown command "${command}". Use one of: ${Object.keys(commands).join(', ')}.`);
  process.exit(1);
}
// React renders four times slower without it; tests choose for themselves.
if (command !== 'test') process.env.NODE_ENV = 'production';
// Beside the build, which a service may write. With it the next start need not read TypeScript: 20 MB less.
if (command !== 'test') module.enableCompileCache?.(fileURLToPath(new URL('dist/compiled', import.meta.url)));

/** Read when a process starts only: give memory back early, for a site has long quiet hours. Source: docs/decisions/001. */
const frugal = {
  flags: ['--max-semi-space-size=4', '--max-old-space-size=512'],
  environment: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' },
};
const isFrugal = process.execArgv.includes(frugal.flags[0]);
// Windows cannot replace a process by another one.
if (command === 'start' && !isFrugal && process.platform !== 'win32' && process.execve) {
  const args = [process.execPath, ...frugal.flags, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...frugal.environment, ...process.env });
}

process.argv = [process.argv[0], process.argv[1], ...rest];
const { main } = await import(program);
await main(rest);
