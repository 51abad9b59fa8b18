import { createApp } from './app.ts';
import { createWrite } from './batch.ts';
import { createCache, createVersionReader } from './cache.ts';
import type { BackendContext } from './context.ts';
import { createChangeFeed } from './context.ts';
import { lockDataFolder, readFreeSpace } from './data-folder.ts';
import { databasePath, openDatabase, type Upgrade } from './db/migrations.ts';
import { createRowReader } from './db/rows.ts';
import { openTables, transactionTable } from './db/tables.ts';
import { openWriteAheadLog, startCheckpoints } from './db/wal.ts';
import { createOriginCheck } from './http/cors.ts';
import { openRealtime } from './realtime/realtime.ts';
import { createVisitorReader } from './rows/routes.ts';
import type { Schema } from './schema.ts';
import { createLessonWords, findPagesTable, openPages, pagesPath } from './search/pages.ts';
import { openStorage, type StorageOptions } from './storage/store.ts';
import { type FileSource, type NewStoredFile, storeFile } from './storage/upload.ts';

export interface BackendOptions extends StorageOptions {
  /** The data folder with `minbar.db` and the PDFs; created if missing. */
  readonly dataDir: string;
  /** The name of the process in `run.json`: `site` by default, or the owner's command. */
  readonly processName?: string;
  readonly schema: Schema;
  /** The table of lesson pages, which is stored in a separate file, `words.db`. */
  readonly pagesTable?: { readonly databaseId: string; readonly tableId: string } | undefined;
  /** API keys, whose callers may do everything. Without keys, requests can only read. */
  readonly apiKeys: readonly string[];
  /** Origins or host names, in addition to the site's own, whose pages may use this backend. */
  readonly platformOrigins?: readonly string[];
  /** Headers added to every response, unless a route or the backend sets them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The version of the program, and a listener for upgrades of older data. */
  readonly upgrade?: Upgrade;
}

export type Backend = ReturnType<typeof openBackend>;

/**
 * Opens the embedded backend and locks its data folder. Throws `DataFolderLocked`, `NewerDatabase`, `FilesMissing`, or another error, such
 * as one of SQLite.
 */
export function openBackend(options: BackendOptions) {
  const { dataDir, processName = 'site', apiKeys, platformOrigins = [], headers = {} } = options;
  // Closes the databases and unlocks the folder if a later step fails.
  using resources = new DisposableStack();
  const folder = resources.adopt(lockDataFolder(dataDir, processName), ({ release }) => release());
  const pagesSchema = options.pagesTable && findPagesTable(options.schema, options.pagesTable);
  const connection = openDatabase(dataDir, options.schema, options.upgrade, pagesSchema);
  const database = resources.adopt(connection, (db) => db.close());
  const pages =
    pagesSchema && resources.adopt(openPages(dataDir, pagesSchema), (table) => table.database.close());
  const schema = openTables(options.schema, database, pages);
  const cache = createCache(createVersionReader(database, pages?.database));
  const transactions = transactionTable(database);
  const changes = createChangeFeed();
  const log = resources.adopt(openWriteAheadLog(database, databasePath(dataDir)), ({ close }) => close());
  const context: BackendContext = { database, log, schema, transactions, changes, cache, dataDir };
  const storage = openStorage(context, options);
  const isAllowedOrigin = createOriginCheck(platformOrigins);
  const realtime = openRealtime(changes, { projectId: schema.projectId, isAllowedOrigin });
  const checkpoints = startCheckpoints([
    { database, path: databasePath(dataDir) },
    ...(pages ? [{ database: pages.database, path: pagesPath(dataDir) }] : []),
  ]);
  const backend = {
    /** The Hono app of `/v1/*`. */
    app: createApp(storage, { apiKeys, isAllowedOrigin, headers }),
    /** Caches results computed from the current version of the library. */
    cache,
    /** Calls `listener` after every committed change of a row or file. Returns the function that ends the subscription. */
    onChange: changes.subscribe,
    /** Returns the path of a complete file that any visitor may read; undefined for any other file. */
    publicPath: storage.publicPath,
    /** Returns the path of a complete file; undefined for any other file. Permissions are not checked. */
    filePath: storage.filePath,
    /** Stores a file without an upload, and runs `alongside` in the transaction of its row. */
    storeFile: (file: NewStoredFile, source: FileSource, alongside?: () => void) =>
      storeFile(storage, file, source, alongside),
    /**
     * Runs `work` in one transaction and emits its changes. Resolves with its result when the changes are on the disk and the bytes of
     * removed files are deleted.
     */
    write: createWrite(storage),
    /** Reads rows as a visitor would, without a request. */
    readRowsAsVisitor: createVisitorReader(context),
    /** Reads rows for this process; permissions are not checked. */
    readRows: createRowReader(schema),
    /** Reads and writes lesson pages; undefined without `pagesTable`, or if the schema does not have that table. */
    words: pages && createLessonWords(pages),
    /** The database connection, for the publication log and other internal tables. */
    database,
    /** Serves the WebSocket of `/v1/realtime`. */
    handleUpgrade: realtime.handleUpgrade,
    /** Returns the free space of the data folder's disk in bytes. */
    freeBytes: () => readFreeSpace(dataDir),
    /** Writes to `run.json` the endpoint, key and port by which the owner's commands reach this site. */
    announce: folder.announce,
    /** Closes the WebSockets within a second, then everything else once `requestsDone` resolves. */
    async close(requestsDone?: Promise<unknown>): Promise<void> {
      await realtime.close();
      await requestsDone;
      storage.close();
      // If the disk refuses the flush, the writes that waited for it have failed already.
      await log.flush().catch(() => {});
      await checkpoints.close();
      openResources.dispose();
    },
  };
  const openResources = resources.move();
  return backend;
}
