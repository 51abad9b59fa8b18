import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { takeFile } from './exclusive-file.ts';

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

/** A data folder that this process has for itself. */
export type DataFolder = ReturnType<typeof takeDataFolder>;

/** Another process has the data folder; nothing was changed. `holder` is null when it has not yet said who it is. */
export class DataFolderTaken extends Error {
  override name = 'DataFolderTaken';
  readonly dataDir: string;
  readonly holder: Holder | null;

  constructor(dataDir: string, holder: Holder | null) {
    const who = holder ? `${holder.what}, process ${holder.pid} on ${holder.host}` : 'another process';
    super(`The data folder ${dataDir} is in use by ${who}.`);
    this.dataDir = dataDir;
    this.holder = holder;
  }
}

/** Takes a data folder, which is made when it does not exist; `what` says to others who has it. Throws `DataFolderTaken`. */
export function takeDataFolder(dataDir: string, what: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o750 });
  const hold = takeFile(join(dataDir, 'lock'));
  if (!hold) throw new DataFolderTaken(dataDir, readHolder(dataDir));
  const since = new Date().toISOString();
  const holder: Holder = { what, pid: process.pid, host: hostname(), since };
  try {
    writeHolder(dataDir, holder);
  } catch (error) {
    hold.release();
    throw error;
  }
  return {
    /** Tells the owner's commands how to reach this site. */
    announce: (site: SiteAccess) => writeHolder(dataDir, { ...holder, site }),
    /** Leaves it to others. */
    release(): void {
      rmSync(pathIn(dataDir), { force: true });
      hold.release();
    },
  };
}

const pathIn = (dataDir: string) => join(dataDir, 'run.json');

/** Says who has the folder. Only its owner may read it: it holds a key. For the one that holds the lock. */
function writeHolder(dataDir: string, holder: Holder): void {
  const fresh = join(dataDir, 'run.json.new');
  // Made anew and put in place at once, so that the mode holds and no reader meets half of it.
  rmSync(fresh, { force: true });
  writeFileSync(fresh, `${JSON.stringify(holder)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(fresh, pathIn(dataDir));
}

/** Who said last that it has the folder. It has, only if the lock is held; null for no such file or half of one. */
function readHolder(dataDir: string): Holder | null {
  try {
    const { what, pid, host, since, site } = JSON.parse(readFileSync(pathIn(dataDir), 'utf8'));
    if (typeof what !== 'string' || typeof pid !== 'number') return null;
    const reached = typeof site?.endpoint === 'string' && typeof site.key === 'string';
    return { what, pid, host: String(host), since: String(since), ...(reached && { site }) };
  } catch {
    return null;
  }
}
