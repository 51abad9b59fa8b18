import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('../../', import.meta.url);
const running = new Set<ChildProcess>();
const folders: string[] = [];
// Kills the started programs and removes the temporary folders when this process exits, also after Ctrl-C.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

export type Program = ReturnType<typeof start>;

export interface ProgramOptions {
  /** Processor core that the program is pinned to; any if absent. */
  core?: number | undefined;
  env?: NodeJS.ProcessEnv;
  /** Output that shows that the program is ready. */
  ready?: RegExp;
}

/** Starts a program in the project's folder with additional environment variables. It is killed when this process exits. */
export function start(command: readonly string[], { core, env, ready: pattern = /\n/ }: ProgramOptions = {}) {
  const [program = '', ...args] = core === undefined ? command : ['taskset', '-c', String(core), ...command];
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const ready = Promise.withResolvers<string>();
  // Some callers do not wait until the program is ready.
  ready.promise.catch(() => undefined);
  let output = '';
  const readOutput = (bytes: Buffer) => {
    // Limits the output, because a site that logs every request would fill the memory.
    if (output.length < 100_000) output += bytes;
    const match = pattern.exec(output);
    if (match) ready.resolve(match[0]);
  };
  child.stdout.on('data', readOutput);
  child.stderr.on('data', readOutput);
  child.once('close', () => ready.reject(new Error(`${command.join(' ')} ended early:\n${output}`)));
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });
  void ended.then(() => running.delete(child));
  return {
    pid: child.pid,
    /** Resolves with the output that matches `ready`; rejects with the output so far if the program ends without a match. */
    ready: ready.promise,
    /** Resolves with the exit code, or with the signal that ended the program. */
    ended,
    /** Sends a signal and waits for the exit. */
    stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts a command of the owner, as `npx minbar` does. */
export const startMinbar = (args: readonly string[], options?: ProgramOptions) =>
  start([process.execPath, 'minbar.mjs', ...args], options);

/** Publishes a library. Returns the seconds until lessons are online, and until their words can be found; rejects after a failure. */
export async function publish(env: NodeJS.ProcessEnv): Promise<{ online: number; words: number }> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const args = ['library', 'publish', '--yes', '--lang', 'en'];
  const command = startMinbar(args, { env, ready: /^Published/m });
  await command.ready;
  const online = seconds();
  if ((await command.ended) !== 0) throw new Error('The publication failed.');
  return { online, words: seconds() };
}

/** Creates a folder that is removed when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'minbar-bench-'));
  folders.push(folder);
  return folder;
}

export type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * Starts the real site, as `npm start` does, on a free port. Its library is published first, as on an owner's server. Unless `env` says
 * otherwise, it trusts one proxy's client addresses, so that one program can simulate many visitors.
 */
export async function startSite({ core, env }: Omit<ProgramOptions, 'ready'> = {}) {
  const settings = { DATA_DIR: temporaryFolder(), ...env };
  await publish(settings);
  // Builds the site first, so that the measured start does not include the build.
  await startMinbar(['build']).ended;
  const startedAt = performance.now();
  const site = startMinbar(['start'], {
    core,
    env: { PORT: '0', HOST: '127.0.0.1', WATCH: 'off', TRUST_PROXY: '1', ...settings },
    ready: /http:\/\/127\.0\.0\.1:\d+/,
  });
  const url = await site.ready;
  const status = `/proc/${site.pid}/status`;
  return {
    /** The site's address, such as `http://127.0.0.1:40123`. */
    url,
    /** Milliseconds from the start until the site printed its address. */
    readyAfterMs: performance.now() - startedAt,
    /** Returns the resident memory in bytes (Linux: `VmRSS` of proc(5)). */
    memory: () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]) * 1024,
    /** Whether the started process still exists. */
    isRunning: () => existsSync(status),
    stop: site.stop,
  };
}
