import { accessSync, constants, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { takeFile } from './exclusive-file.ts';
import { giveToOwner } from './give-to-owner.ts';

const holder = v.object({
  /** `site`, or the name of the owner's command. */
  what: v.string(),
  pid: v.number(),
  host: v.string(),
  /** ISO 8601. */
  since: v.string(),
  /** How the owner's commands reach a running site: an absolute address that ends in `/v1`, and the key made for this run. */
  site: v.exactOptional(v.object({ endpoint: v.string(), key: v.string() })),
});

/** Who has a data folder. */
export type Holder = v.InferOutput<typeof holder>;

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
  // Else the lock would be named for the folder that refuses it.
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  const [path, fresh] = [join(dataDir, 'run.json'), join(dataDir, 'run.json.new')];
  const hold = takeFile(join(dataDir, 'lock'));
  if (!hold) throw new DataFolderTaken(dataDir, readHolder(path));
  const self: Holder = { what, pid: process.pid, host: hostname(), since: new Date().toISOString() };
  /** Says who has the folder. Only its owner may read it: it holds a key. */
  const write = (holder: Holder) => {
    // Made anew and put in place at once, so that the mode holds and no reader meets half of it.
    rmSync(fresh, { force: true });
    writeFileSync(fresh, `${JSON.stringify(holder)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(fresh, path);
  };
  try {
    write(self);
  } catch (error) {
    hold.release();
    throw error;
  }
  return {
    /** Tells the owner's commands how to reach this site. */
    announce: (site: NonNullable<Holder['site']>) => write({ ...self, site }),
    /** Leaves it to others, as theirs. */
    release(): void {
      giveToOwner(dataDir);
      rmSync(path, { force: true });
      hold.release();
    },
  };
}

/** Who said last that it has the folder. It has, only if the lock is held; null for no such file or half of one. */
function readHolder(path: string): Holder | null {
  try {
    return v.parse(holder, JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
