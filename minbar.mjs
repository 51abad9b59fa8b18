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
  dev: './src/server/dev.ts',
  build: './src/server/build.ts',
  library: './src/publisher/library.ts',
  test: './tests/run.ts',
  bench: './bench/run.ts',
};

const programs = {
  ...commands,
  // Started by those above, never by hand.
  serve: './dist/server/serve.js',
  'dev-serve': './src/server/dev-serve.ts',
  publishing: './src/publisher/publishing.ts',
};

const [, , command = 'start', ...rest] = process.argv;
if (!Object.hasOwn(programs, command)) {
  console.error(`Unknown command "${command}". Use one of: ${Object.keys(commands).join(', ')}.`);
  process.exit(1);
}
// React renders four times slower without it, and tells more of what is wrong; tests choose for themselves.
if (command !== 'test') process.env.NODE_ENV = command.startsWith('dev') ? 'development' : 'production';
// Beside the build, which a service may write. It saves reading TypeScript; the built server would only keep it in memory.
const isCompiled = command !== 'test' && command !== 'serve';
if (isCompiled) module.enableCompileCache?.(fileURLToPath(new URL('dist/compiled', import.meta.url)));

process.argv = [process.argv[0], process.argv[1], ...rest];
const { main } = await import(programs[command]);
await main(rest);
