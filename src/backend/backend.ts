import type { IncomingMessage } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import type { Duplex } from 'node:stream';
import type { Hono } from 'hono';
import { createApp } from './app.ts';
import { type Change, createChangeFeed } from './change.ts';
import type { BackendContext, BackendEnv } from './context.ts';
import { type DataFolder, takeDataFolder } from './data-folder/data-folder.ts';
import type { SiteAccess } from './data-folder/holder.ts';
import type { Upgrade } from './database/migrations.ts';
import { databasePath, openDatabase } from './database/open.ts';
import { createOwnRows, type OwnRows } from './database/row-reader.ts';
import { openWriteAheadLog } from './database/write-ahead-log.ts';
import { type Kept, keptOf } from './kept.ts';
import { createOriginCheck } from './origins.ts';
import { openRealtime } from './realtime/realtime.ts';
import type { Schema } from './schema.ts';
import { createRelatedGroups, type RelatedGroups } from './search/related-groups.ts';
import { showsTexts } from './shows-texts.ts';
import { publicPath } from './storage/file-access.ts';
import { openStorage, type StorageOptions } from './storage/storage.ts';
import type { Visit } from './visit.ts';

export interface BackendOptions extends StorageOptions {
  /** Holds `minbar.db` and the PDFs; made when it does not exist. */
  readonly dataDir: string;
  /** Who opens it, as others are told meanwhile: `site` (when left out), or the owner's command. */
  readonly holder?: string;
  readonly schema: Schema;
  /** Keys that may write; none means that nobody can. */
  readonly apiKeys: readonly string[];
  /** Further origins (or host names) whose pages may read this backend. */
  readonly platformOrigins?: readonly string[];
  /** Headers of every answer besides the backend's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Which program opens it, and who is told when the data of an older one is brought up to date. */
  readonly upgrade?: Upgrade;
}

export interface Backend {
  /** Answers `/v1/*`. */
  readonly app: Hono<BackendEnv>;
  /** What is kept of the library as it is now. */
  readonly kept: Kept;
  /** Calls `listener` after every committed change of a row or file; returns the function that stops it. */
  onChange(listener: (change: Change) => void): () => void;
  /** Where the bytes lie of a file that any visitor may read. */
  publicPath(bucketId: string, fileId: string): string | undefined;
  /** Rows for the program itself, whoever may read them. */
  readonly ownRows: OwnRows;
  /** Which rows are alike, for the program itself. */
  readonly relatedGroups: RelatedGroups;
  /** Answers the WebSocket of `/v1/realtime`. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, visit?: Visit): void;
  /** Tells the owner's commands how to reach it, as long as it is open. */
  announce(site: SiteAccess): void;
  /** Ends the WebSockets at once, and all else when `answered` says that no request is under way any more. */
  close(answered?: Promise<unknown>): Promise<void>;
}

/** Opens the embedded backend on its data folder, which it then has for itself. Throws `DataFolderTaken`, or a sentence. */
export function openBackend(options: BackendOptions): Backend {
  const folder = takeDataFolder(options.dataDir, options.holder ?? 'site');
  let database: DatabaseSync | undefined;
  try {
    database = openDatabase(options.dataDir, options.schema, options.upgrade);
    return openOn(folder, database, options);
  } catch (error) {
    database?.close();
    folder.release();
    throw error;
  }
}

function openOn(folder: DataFolder, database: DatabaseSync, options: BackendOptions): Backend {
  const { dataDir, schema, apiKeys, platformOrigins = [], headers = {} } = options;
  const changes = createChangeFeed();
  const log = openWriteAheadLog(database, databasePath(dataDir));
  const context: BackendContext = { database, log, schema, changes, dataDir };
  const storage = openStorage(context, options);
  const isAllowedOrigin = createOriginCheck(platformOrigins);
  const realtime = openRealtime(changes, { projectId: schema.projectId, isAllowedOrigin });
  return {
    app: createApp(context, storage, { apiKeys, platformOrigins, headers }),
    kept: { ...keptOf(database), showsTexts: (address) => showsTexts(schema, address) },
    onChange: changes.subscribe,
    publicPath: (bucketId, fileId) => publicPath(storage, bucketId, fileId),
    ownRows: createOwnRows(database, schema),
    relatedGroups: createRelatedGroups(database, schema),
    handleUpgrade: realtime.handleUpgrade,
    announce: folder.announce,
    close: async (answered) => {
      await realtime.close();
      await answered;
      storage.close();
      await log.close();
      database.close();
      folder.release();
    },
  };
}
