import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { startBackend } from '../../support/backend.ts';
import { wideSchema } from '../../support/wide-schema.ts';

/** A call at which the process of a backend is killed with SIGKILL. */
export interface Fault {
  /** Operation on a file, or the beginning of an SQL statement. */
  step: 'write' | 'sync' | 'rename' | 'rm' | { sql: string };
  /** Number of the call of that step, counted from 1. */
  nth: number;
  when: 'before' | 'after';
  /** Whether calls count from the beginning of the start, instead of from its end. */
  atStart?: boolean;
}

/** Runs `work` on a backend in another process; returns after its end. Rejects if the process ends without the fault. */
export async function runUntilKilled(
  dataDir: string,
  fault: Fault,
  work: (endpoint: string) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const child = spawn(process.execPath, [import.meta.filename, dataDir, JSON.stringify(fault)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const [line] = await Promise.race([once(child.stdout, 'data'), exit.then(() => [''])]);
  await work(String(line).trim()).catch(() => undefined);
  child.kill('SIGTERM');
  const [, signal] = await exit;
  if (signal !== 'SIGKILL') throw new Error(`The fault did not occur: ${JSON.stringify(fault)}`);
}

// biome-ignore lint/suspicious/noExplicitAny: functions of the platform are replaced by name, whatever their parameters.
type Methods = Record<string, (...args: any[]) => any>;

const killProcess = () => void process.kill(process.pid, 'SIGKILL');

async function prepareFault({ step, nth, when }: Fault): Promise<void> {
  let calls = 0;
  const killAt = (owner: Methods, name: string, counts: (owner: unknown, args: unknown[]) => boolean) => {
    const original = owner[name];
    if (!original) throw new Error(`there is no function ${name}`);
    owner[name] = function (...args: unknown[]) {
      const isFault = counts(this, args) && ++calls === nth;
      if (isFault && when === 'before') killProcess();
      const result = original.apply(this, args);
      if (!isFault) return result;
      if (!(result instanceof Promise)) return killProcess();
      return result.then(killProcess);
    };
  };
  if (typeof step === 'object') {
    const begins = (sql: unknown) => String(sql).startsWith(step.sql);
    killAt(DatabaseSync.prototype as unknown as Methods, 'exec', (_, [sql]) => begins(sql));
    killAt(StatementSync.prototype as unknown as Methods, 'run', (statement) =>
      begins((statement as StatementSync).sourceSQL),
    );
  } else if (step === 'rename' || step === 'rm') {
    killAt(fs.promises as unknown as Methods, step, () => true);
    syncBuiltinESMExports();
  } else {
    const handle = await fs.promises.open(process.execPath);
    killAt(Object.getPrototypeOf(handle), step, () => true);
    await handle.close();
  }
}

// Runs the backend. Arguments: the data folder and the fault. Prints the endpoint.
if (import.meta.main) {
  const [dataDir = '', faultText = ''] = process.argv.slice(2);
  const fault: Fault = JSON.parse(faultText);
  if (fault.atStart) await prepareFault(fault);
  const { endpoint } = await startBackend({ dataDir, schema: wideSchema });
  if (!fault.atStart) await prepareFault(fault);
  process.stdout.write(`${endpoint}\n`);
}
