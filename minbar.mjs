// The one entry for every npm script. Plain JavaScript, so that an older Node can still read the sentence below.
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

const [, , command = 'start', ...rest] = process.argv;
if (!Object.hasOwn(commands, command)) {
  console.error(`Unknown command "${command}". Use one of: ${Object.keys(commands).join(', ')}.`);
  process.exit(1);
}
// React renders four times slower without it; tests choose for themselves.
if (command !== 'test') process.env.NODE_ENV = 'production';

process.argv = [process.argv[0], process.argv[1], ...rest];
const { main } = await import(commands[command]);
await main(rest);
