import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The programs that a test starts, in order, and a folder for their files. */
export class Programs {
  readonly folder: string;
  readonly #children: ChildProcess[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<Programs> {
    return new Programs(await mkdtemp(join(tmpdir(), 'minbar-browser-')));
  }

  /** Starts a program; `stdio[3]` is a pipe to read from. */
  start(command: string, args: string[], env: Record<string, string> = {}): ChildProcess {
    const child = spawn(command, args, {
      env: { ...process.env, HOME: this.folder, XDG_CONFIG_HOME: this.folder, ...env },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    this.#children.push(child);
    return child;
  }

  /** Stops the programs, the last one first, and removes the folder. */
  async stop(): Promise<void> {
    for (const child of this.#children.reverse()) {
      if (child.exitCode === null && child.signalCode === null) {
        const exit = once(child, 'exit');
        child.kill();
        await exit;
      }
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns the value of a promise; throws an error that names the condition after a timeout. */
export async function withTimeLimit<Result>(
  result: Promise<Result>,
  condition: string,
  milliseconds = 60_000,
): Promise<Result> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Timed out waiting until ${condition}`)), milliseconds);
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}

/** Retries a call until it succeeds. Throws its last error after a minute, the longest time that a program takes to start. */
export async function retry<Result>(call: () => Result | Promise<Result>): Promise<Result> {
  const end = performance.now() + 60_000;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
