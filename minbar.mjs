// The one entry for every npm script. Plain JavaScript, so that an older Node can still read the sentence below.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(`Minbar needs Node 24 or newer, and this is Node ${process.versions.node}. ${whatToDo()}`);
  process.exit(1);
}

/** Where a Node came with `npm ci`, every npm script runs on it. */
function whatToDo() {
  const install = 'install Node 24 or newer from https://nodejs.org/en/download';
  const folder = new URL('node_modules/.bin/', import.meta.url);
  if (['node', 'node.cmd'].some((name) => existsSync(new URL(name, folder)))) {
    return 'The right one came along with "npm ci": run "npm start" (or another of the npm scripts), which uses it.';
  }
  const systems = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'];
  const system = `${process.platform}-${process.arch}`;
  return systems.includes(system)
    ? `Run "npm ci", which brings the right one along, and then "npm start". Should it bring none: ${install}.`
    : `None comes along for this system (${system}): ${install}, and then run "npm ci" and "npm start".`;
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
