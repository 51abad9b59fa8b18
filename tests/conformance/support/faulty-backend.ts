/**
 * A backend in a child process that is killed by SIGKILL at a chosen disk operation.
 * Arguments: the data folder and a `Fault` as JSON. Prints its endpoint; the faults begin after that.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { startBackend } from '../../support/backend.ts';

export interface Fault {
  step: 'write' | 'sync' | 'rename' | 'rm' | 'commit';
  /** Number of the call of that step, from 1. */
  nth: number;
  when: 'before' | 'after';
}

// biome-ignore lint/suspicious/noExplicitAny: functions of the platform are replaced by name, whatever they take.
type Owner = Record<string, (...args: any[]) => any>;

const [dataDir = '', faultText = ''] = process.argv.slice(2);
const fault = JSON.parse(faultText) as Fault;
let calls = 0;

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

function watch(owner: Owner, name: string, counts: (args: unknown[]) => boolean = () => true): void {
  const real = owner[name];
  if (!real) throw new Error(`there is no ${name}`);
  owner[name] = function (...args: unknown[]) {
    const hit = counts(args) && ++calls === fault.nth;
    if (hit && fault.when === 'before') die();
    const result = real.apply(this, args);
    if (!hit) return result;
    if (!(result instanceof Promise)) return die();
    return result.then(die);
  };
}

const running = await startBackend({ dataDir });
if (fault.step === 'commit') {
  watch(DatabaseSync.prototype as unknown as Owner, 'exec', ([sql]) => sql === 'COMMIT');
} else if (fault.step === 'rename' || fault.step === 'rm') {
  watch(fs.promises as unknown as Owner, fault.step);
  syncBuiltinESMExports();
} else {
  const handle = await fs.promises.open(process.execPath);
  watch(Object.getPrototypeOf(handle), fault.step);
  await handle.close();
}
process.stdout.write(`${running.endpoint}\n`);
