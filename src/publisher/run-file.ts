import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processAlive } from './process-alive.ts';

/** How the owner's command finds the running site, and the key it made for this run. */
export interface RunFile {
  pid: number;
  /** Absolute, ends in `/v1`. */
  endpoint: string;
  key: string;
}

const pathIn = (dataDir: string) => join(dataDir, 'run.json');

/** Says that the site runs on a data folder. Only its owner may read the file: it holds a key. */
export function writeRunFile(dataDir: string, run: RunFile): void {
  const path = pathIn(dataDir);
  // Made anew and put in place at once, so that the mode holds and no reader meets half of it.
  const fresh = `${path}.${run.pid}`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, `${JSON.stringify(run)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(fresh, path);
}

/** Takes the file away, unless another run has written its own since. */
export function removeRunFile(dataDir: string, pid: number = process.pid): void {
  if (parsed(dataDir)?.pid === pid) rmSync(pathIn(dataDir), { force: true });
}

/** The site that runs on a data folder, or null: no file, half a file, or one left over by a process that is gone. */
export function readRunFile(dataDir: string): RunFile | null {
  const run = parsed(dataDir);
  return run && processAlive(run.pid) ? run : null;
}

function parsed(dataDir: string): RunFile | null {
  try {
    const { pid, endpoint, key } = JSON.parse(readFileSync(pathIn(dataDir), 'utf8')) as Partial<RunFile>;
    return typeof pid === 'number' && typeof endpoint === 'string' && typeof key === 'string'
      ? { pid, endpoint, key }
      : null;
  } catch {
    return null;
  }
}
