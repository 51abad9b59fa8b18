import { type ChildProcess, spawn } from 'node:child_process';

export interface Child {
  readonly pid: number;
  /** The part of its output that matched. */
  readonly said: string;
  /** All of its output. */
  output(): string;
  stop(): Promise<void>;
}

export interface ChildOptions {
  /** Processor core it is pinned to; any if absent. */
  core?: number;
  env?: Record<string, string>;
  /** Output that shows that it is ready. */
  ready: RegExp;
  /** Milliseconds it may take until then. */
  patience?: number;
}

const root = new URL('../../', import.meta.url);
const running = new Set<ChildProcess>();
// Whatever ends this process ends what it started.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** Words that run a command on one core. */
export function onCore(core: number | undefined, command: readonly string[]): string[] {
  return core === undefined ? [...command] : ['taskset', '-c', String(core), ...command];
}

/** Starts a program in the project's folder and waits until it is ready. Rejects with its output. */
export async function startChild(
  command: readonly string[],
  { core, env, ready, patience = 120_000 }: ChildOptions,
): Promise<Child> {
  const [program = '', ...args] = onCore(core, command);
  // The runner's own NODE_ENV is not the site's.
  const { NODE_ENV: _own, ...inherited } = process.env;
  const child = spawn(program, args, {
    cwd: root,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void gone.then(() => running.delete(child));

  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  const read = (chunk: Buffer) => {
    // After it is ready, further output is dropped.
    if (output.length > 100_000) return;
    output += chunk.toString();
    const match = ready.exec(output);
    if (match) resolve(match[0]);
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  child.once('error', reject);
  void gone.then(() => reject(new Error(`${command.join(' ')} ended early:\n${output}`)));
  const timer = setTimeout(
    () => reject(new Error(`${command.join(' ')} is not ready:\n${output}`)),
    patience,
  );
  try {
    const said = await promise;
    return {
      pid: child.pid ?? 0,
      said,
      output: () => output,
      stop: async () => {
        child.kill('SIGTERM');
        await gone;
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
