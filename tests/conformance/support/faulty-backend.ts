/**
 * Runs a backend, and kills this process with SIGKILL at a chosen disk operation after the start. Arguments: the data folder
 * and a `Fault` as JSON. Prints the backend's endpoint.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { startBackend } from '../../support/backend.ts';

export interface Fault {
  step: 'write' | 'sync' | 'rename' | 'rm' | 'commit';
  /** Number of the call of that step at which the process is killed, counted from 1. */
  nth: number;
  when: 'before' | 'after';
}

// biome-ignore lint/suspicious/noExplicitAny: functions of the platform are replaced by name, whatever their parameters.
type Methods = Record<string, (...args: any[]) => any>;

const [dataDir = '', faultText = ''] = process.argv.slice(2);
const fault = JSON.parse(faultText) as Fault;
let calls = 0;

function killProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}

function killAt(owner: Methods, name: string, counts: (args: unknown[]) => boolean = () => true): void {
  const original = owner[name];
  if (!original) throw new Error(`there is no function ${name}`);
  owner[name] = function (...args: unknown[]) {
    const isFault = counts(args) && ++calls === fault.nth;
    if (isFault && fault.when === 'before') killProcess();
    const result = original.apply(this, args);
    if (!isFault) return result;
    if (!(result instanceof Promise)) return killProcess();
    return result.then(killProcess);
  };
}

const running = await startBackend({ dataDir });
if (fault.step === 'commit') {
  killAt(DatabaseSync.prototype as unknown as Methods, 'exec', ([sql]) => sql === 'COMMIT');
} else if (fault.step === 'rename' || fault.step === 'rm') {
  killAt(fs.promises as unknown as Methods, fault.step);
  syncBuiltinESMExports();
} else {
  const handle = await fs.promises.open(process.execPath);
  killAt(Object.getPrototypeOf(handle), fault.step);
  await handle.close();
}
process.stdout.write(`${running.endpoint}\n`);
