#!/usr/bin/env node
// The one entry for every npm script and for the package. Plain JavaScript, so that an older Node can still read it.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const self = fileURLToPath(import.meta.url);
// An installed package is built and has no sources; it is run in the owner's folder.
const isPackage = !existsSync(new URL('src', import.meta.url));

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 5)) {
  const node = nodeThatCame();
  if (node) await goOnWith(node);
  console.error(`Minbar needs Node 24.5 or newer, and this is Node ${process.versions.node}. ${whatToDo()}`);
  process.exit(1);
}

/** The Node that is installed with the program, where there is one for this system. */
function nodeThatCame() {
  const system = `${process.platform.replace('win32', 'win')}-${process.arch}`;
  for (const name of [`node-${system}`, `node-bin-${system}`]) {
    try {
      const manifest = module.createRequire(import.meta.url).resolve(`${name}/package.json`);
      return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.node);
    } catch {
      // None by this name.
    }
  }
}

/** Does all that is left in another Node and ends as it does; returns only when it cannot be started. */
function goOnWith(node) {
  const child = spawn(node, [self, ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl-C reaches both; what is sent to this one alone is handed on.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill());
  return new Promise((resolve) => {
    child.once('error', resolve);
    // The system's loader ends so, after one line of its own, when a library is missing.
    child.once('exit', (code) => (code === 127 ? resolve() : process.exit(code ?? 1)));
  });
}

function whatToDo() {
  const install = 'install Node 24.5 or newer from https://nodejs.org/en/download';
  const systems = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'];
  const system = `${process.platform}-${process.arch}`;
  const again = isPackage ? '"npx minbar"' : '"npm ci" and "npm start"';
  if (!systems.includes(system))
    return `None comes along for this system (${system}): ${install}, and then run ${again}.`;
  if (nodeThatCame())
    return `The one that comes along does not start here: a small system lacks a library of it ("apt-get install libatomic1" on Debian and Ubuntu). Otherwise ${install}.`;
  return isPackage
    ? `The one that comes along is not here: install it with "npm install --include=optional", or ${install}.`
    : `Run "npm ci", which brings the right one along, and then "npm start". Should it bring none: ${install}.`;
}

const commands = isPackage
  ? {
      new: './dist/program/new-site.js',
      start: './dist/program/start.js',
      library: './dist/program/library.js',
    }
  : {
      start: './src/server/start.ts',
      dev: './src/server/dev.ts',
      build: './src/server/build.ts',
      library: './src/library/library.ts',
    };

const programs = {
  ...commands,
  // Started by those above, never by hand.
  serve: './dist/server/serve.js',
  'dev-serve': './src/server/dev-serve.ts',
};

const [, , first = '-', ...rest] = process.argv;
const [usual] = Object.keys(commands);
// `minbar` and `minbar --yes` are the usual command.
const command = first.startsWith('-') ? usual : first;
const args = first.startsWith('-') ? process.argv.slice(2) : rest;
if (!Object.hasOwn(programs, command)) {
  console.error(`Unknown command "${command}". Use one of: ${Object.keys(commands).join(', ')}.`);
  process.exit(1);
}
// React renders four times slower without it.
process.env.NODE_ENV = command.startsWith('dev') ? 'development' : 'production';
// Beside the build, which a service may write. It saves reading TypeScript; the built server would only keep it in memory.
if (command !== 'serve')
  module.enableCompileCache?.(fileURLToPath(new URL('dist/compiled', import.meta.url)));

process.argv = [process.argv[0], process.argv[1], ...args];
const { main } = await import(programs[command]);
try {
  await main(args);
} catch (error) {
  // A setting that is missing or makes no sense is told in its sentence alone.
  if (error?.name !== 'ConfigError') throw error;
  console.error(error.message);
  process.exit(1);
}
