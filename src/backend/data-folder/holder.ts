import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Who has a data folder. A running site also says how the owner's commands reach it. */
export interface Holder {
  /** `site`, or the name of the owner's command. */
  what: string;
  pid: number;
  host: string;
  /** ISO 8601. */
  since: string;
  site?: SiteAccess;
}

export interface SiteAccess {
  /** Absolute, ends in `/v1`. */
  endpoint: string;
  /** The key made for this run. */
  key: string;
}

const pathIn = (dataDir: string) => join(dataDir, 'run.json');

export function thisProcess(what: string): Holder {
  return { what, pid: process.pid, host: hostname(), since: new Date().toISOString() };
}

/** Says who has the folder. Only its owner may read it: it holds a key. For the one that holds the lock. */
export function writeHolder(dataDir: string, holder: Holder): void {
  const fresh = join(dataDir, 'run.json.new');
  // Made anew and put in place at once, so that the mode holds and no reader meets half of it.
  rmSync(fresh, { force: true });
  writeFileSync(fresh, `${JSON.stringify(holder)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(fresh, pathIn(dataDir));
}

export function removeHolder(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true });
}

/** Who said last that it has the folder. It has, only if the lock is held; null for no such file or half of one. */
export function readHolder(dataDir: string): Holder | null {
  try {
    const { what, pid, host, since, site } = JSON.parse(readFileSync(pathIn(dataDir), 'utf8'));
    if (typeof what !== 'string' || typeof pid !== 'number') return null;
    const reached = typeof site?.endpoint === 'string' && typeof site.key === 'string';
    return { what, pid, host: String(host), since: String(since), ...(reached && { site }) };
  } catch {
    return null;
  }
}
