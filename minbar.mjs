#!/usr/bin/env node
// Entry point of the package and its commands. Plain JavaScript, so that an older Node can run it and print what it needs.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const self = fileURLToPath(import.meta.url);
// An installed package is already built and has no sources. It runs in the owner's folder.
const isPackage = !existsSync(new URL('src', import.meta.url));

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 5)) {
  const node = findInstalledNode();
  if (node) await rerunWith(node);
  console.error(
    `Minbar needs Node 24.5 or newer, and this is Node ${process.versions.node}. ${suggestFix(node)}`,
  );
  process.exit(1);
}

/** Returns the path of the Node that npm installed with this package; undefined if there is none for this system. */
function findInstalledNode() {
  const system = `${process.platform.replace('win32', 'win')}-${process.arch}`;
  for (const name of [`node-${system}`, `node-bin-${system}`]) {
    try {
      const manifest = module.createRequire(import.meta.url).resolve(`${name}/package.json`);
      return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.node);
    } catch {
      // This package is not installed.
    }
  }
}

/** Runs the same command in another Node and exits with its exit code, or 1 after a signal. Returns only if that Node cannot start. */
function rerunWith(node) {
  const child = spawn(node, [self, ...process.argv.slice(2)], { stdio: 'inherit' });
  // The terminal sends Ctrl-C to both processes; SIGTERM must be passed on.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill());
  return new Promise((resolve) => {
    child.once('error', resolve);
    // The system's loader exits with 127 if a library is missing.
    child.once('exit', (code) => (code === 127 ? resolve() : process.exit(code ?? 1)));
  });
}

function suggestFix(node) {
  const download = 'install Node 24.5 or newer from https://nodejs.org/en/download';
  if (node)
    return `The Node installed with Minbar does not start. This system may lack a library ("apt-get install libatomic1" on Debian and Ubuntu). Otherwise ${download}.`;
  return `Run "${isPackage ? 'npm install --include=optional' : 'npm ci'}", which installs the right one for most systems. If that does not help, ${download}.`;
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
/** Started by the commands, not by hand. */
const childPrograms = { serve: './dist/server/serve.js', 'dev-serve': './src/server/dev-serve.ts' };
const programs = { ...commands, ...childPrograms };

// Without a command name, the first command runs; it also prints the help.
let argv = process.argv.slice(2);
const printsCommonHelp = ['help', 'dev', 'build'].includes(argv[0]);
if (argv[0] === 'help' || (printsCommonHelp && /^(-h|--help)$/.test(argv[1]))) argv = ['--help'];
const [command, ...args] = (argv[0] ?? '-').startsWith('-') ? [Object.keys(commands)[0], ...argv] : argv;
if (!Object.hasOwn(programs, command)) {
  console.error(`Unknown command "${command}". Use one of: ${Object.keys(commands).join(', ')}.`);
  process.exit(1);
}
// An interrupted build may leave only part of the server.
if (command === 'serve' && !isPackage && !existsSync(new URL('dist/built-from', import.meta.url))) {
  console.error('The site is not built, or its build was interrupted. Run: npm start');
  process.exit(1);
}
// React's development build renders more slowly, so only the commands for development use it.
process.env.NODE_ENV = command.startsWith('dev') ? 'development' : 'production';
// Caches compiled code for the next start. The server starts rarely, so a cache would only take memory there.
if (command !== 'serve')
  module.enableCompileCache?.(fileURLToPath(new URL('dist/compiled', import.meta.url)));

process.argv = [process.argv[0], process.argv[1], ...args];
const { main } = await import(programs[command]);
try {
  await main(args);
} catch (error) {
  // For a mistake in a setting, file or command, prints only the message, without a stack trace.
  if (error?.name !== 'ConfigError') throw error;
  console.error(error.message);
  process.exit(1);
}
