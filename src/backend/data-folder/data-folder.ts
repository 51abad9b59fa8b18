import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { takeFile } from './exclusive-file.ts';
import {
  type Holder,
  readHolder,
  removeHolder,
  type SiteAccess,
  thisProcess,
  writeHolder,
} from './holder.ts';

/** A data folder that this process has for itself. */
export interface DataFolder {
  /** Tells the owner's commands how to reach this site. */
  announce(site: SiteAccess): void;
  /** Leaves it to others. */
  release(): void;
}

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
export function takeDataFolder(dataDir: string, what: string): DataFolder {
  mkdirSync(dataDir, { recursive: true, mode: 0o750 });
  const hold = takeFile(join(dataDir, 'lock'));
  if (!hold) throw new DataFolderTaken(dataDir, readHolder(dataDir));
  const holder = thisProcess(what);
  try {
    writeHolder(dataDir, holder);
  } catch (error) {
    hold.release();
    throw error;
  }
  return {
    announce: (site) => writeHolder(dataDir, { ...holder, site }),
    release() {
      removeHolder(dataDir);
      hold.release();
    },
  };
}
