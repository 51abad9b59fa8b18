import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

const root = new URL('../../', import.meta.url);
const running = new Set<ChildProcess>();
// Ends the started processes when this process ends for any reason.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

export class MissingProgram extends Error {
  override name = 'MissingProgram';
}

const howToInstall: Record<string, string> = {
  nginx: 'It is in the Debian package nginx-light: apt-get install nginx-light',
  wrk: 'It is in the Debian package wrk: apt-get install wrk',
  taskset: 'It is in the Debian package util-linux, and on Linux only',
};

/** Throws an error with instructions if a program is not installed. */
export function requirePrograms(...programs: string[]): void {
  for (const program of programs) {
    const { error } = spawnSync(program, ['-v'], { stdio: 'ignore' });
    if (error) throw new MissingProgram(`This benchmark needs ${program}. ${howToInstall[program]}.`);
  }
}

/** Returns the version that a program prints, such as `nginx/1.22.1`. */
export function versionOf(program: string, pattern: RegExp): string {
  const { stdout, stderr } = spawnSync(program, ['-v'], { encoding: 'utf8' });
  return pattern.exec(`${stdout}${stderr}`)?.[0] ?? program;
}

/** Returns a command that runs on one core; unchanged without a core. */
export function onCore(core: number | undefined, command: readonly string[]): string[] {
  return core === undefined ? [...command] : ['taskset', '-c', String(core), ...command];
}

/** Starts a program in the project's folder, with this environment added to its own. It ends with this process. */
export function startProcess(
  command: readonly string[],
  { env, output = 'ignore' }: { env?: NodeJS.ProcessEnv; output?: 'ignore' | 'pipe' } = {},
): { child: ChildProcess; ended: Promise<NodeJS.Signals | number | null> } {
  const [program = '', ...args] = command;
  // The runner's NODE_ENV is not the site's.
  const { NODE_ENV: _, ...inherited } = process.env;
  const child = spawn(program, args, {
    cwd: root,
    env: { ...inherited, ...env },
    stdio: ['ignore', output, output],
  });
  running.add(child);
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code));
    child.once('error', () => resolve(null));
  });
  void ended.then(() => running.delete(child));
  return { child, ended };
}

export interface ReadyProcess {
  readonly pid: number;
  /** The part of its output that matched. */
  readonly match: string;
  /** All of its output. */
  output(): string;
  stop(): Promise<void>;
}

export interface ReadyOptions {
  /** Processor core it is pinned to; any if absent. */
  core?: number;
  env?: NodeJS.ProcessEnv;
  /** Output that shows that the program is ready. */
  ready: RegExp;
  timeoutMs?: number;
}

/** Starts a program and waits until it is ready. Rejects with its output. */
export async function startUntilReady(
  command: readonly string[],
  { core, env = {}, ready, timeoutMs = 120_000 }: ReadyOptions,
): Promise<ReadyProcess> {
  const { child, ended } = startProcess(onCore(core, command), { env, output: 'pipe' });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  const read = (chunk: Buffer) => {
    // A site that logs every request would fill the memory.
    if (output.length > 100_000) return;
    output += chunk.toString();
    const match = ready.exec(output);
    if (match) resolve(match[0]);
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  void ended.then(() => reject(new Error(`${command.join(' ')} ended early:\n${output}`)));
  const timer = setTimeout(
    () => reject(new Error(`${command.join(' ')} is not ready:\n${output}`)),
    timeoutMs,
  );
  try {
    const match = await promise;
    const stop = async () => {
      child.kill('SIGTERM');
      await ended;
    };
    return { pid: child.pid ?? 0, match, output: () => output, stop };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
