import { setTimeout } from 'node:timers/promises';
import { openBackend } from '#backend/backend.ts';
import { DataFolderLocked } from '#backend/data-folder.ts';
import { readSchema } from '#backend/schema.ts';
import type { Language } from '#contract/language.ts';
import type { BackendSettings } from '#settings/config.ts';
import { schemaFile } from '#settings/folders.ts';
import type { ReportStatus } from '../letters/letters.ts';
import { createUpgradeReporter, repairMessage } from '../messages/messages.ts';
import { type LocalLibrary, openLocalLibrary } from '../store/local-library.ts';
import { finishRestore, removeWork } from './swap.ts';

/** The library that a command uses. */
export interface OpenLibrary {
  local: LocalLibrary;
  /** Address of the site that runs in this process; null in the command's own process. */
  siteUrl: string | null;
  /** Reports a publication to the site in this process, which writes the status letter. */
  report?: ReportStatus;
}

/** Options for opening a data folder. */
export interface FolderOptions {
  dataDir: string;
  /** The folder with `content/`; see `ownersFolder`. */
  root: string;
  /** Name of the command, which the lock records for other processes. */
  command: string;
  language: Language;
  localIds: Omit<BackendSettings, 'endpoint'>;
}

/** Maximum time to wait for a starting site, which locks the data folder before it accepts commands. */
const MAX_START_MS = 15_000;
const CHECK_INTERVAL_MS = 100;

/**
 * Opens and locks the data folder; first completes a killed restore. Waits up to 15 s for a starting site. Rejects with
 * `DataFolderLocked` if another process holds the lock; for a running site, the error has its port.
 */
export async function openLibrary(options: FolderOptions): Promise<OpenLibrary & AsyncDisposable> {
  const startTime = performance.now();
  for (;;) {
    try {
      finishRestore(options.dataDir);
      return await openFolder(options, options.dataDir);
    } catch (error) {
      if (!(error instanceof DataFolderLocked) || error.lockOwner?.site) throw error;
      const isStarting = error.lockOwner === null || error.lockOwner.what === 'site';
      if (!isStarting || performance.now() - startTime > MAX_START_MS) throw error;
    }
    await setTimeout(CHECK_INTERVAL_MS);
  }
}

/** Opens and locks a data folder in this process. Removes leftovers of a killed backup, and imports the history of an older version. */
export async function openFolder(
  options: FolderOptions,
  dataDir: string,
): Promise<OpenLibrary & AsyncDisposable> {
  const schema = { ...readSchema(schemaFile(options.root)), projectId: options.localIds.projectId };
  const backend = openBackend({
    dataDir,
    schema,
    pagesTable: { databaseId: options.localIds.databaseId, tableId: options.localIds.pagesTableId },
    apiKeys: [],
    processName: options.command,
    onRepair: (repair) => console.warn(repairMessage(repair, options.language)),
    upgrade: createUpgradeReporter(options.language, console.error),
  });
  removeWork(dataDir, 'unfinished-backup');
  const local = openLocalLibrary(backend, options.localIds);
  await local.importOlderJournal();
  return { local, siteUrl: null, [Symbol.asyncDispose]: () => backend.close() };
}
