import type { Context } from 'hono';
import type { BackendContext, BackendEnv } from '../context.ts';
import { tableName } from '../database/names.ts';
import { ownTable } from '../own-table.ts';
import { readableSql } from '../rows/table-access.ts';
import type { TableSchema } from '../schema.ts';
import type { Bucket } from './bucket-table.ts';
import { listPage } from './list-page.ts';
import { fileAnswer, toStoredFile } from './stored-file.ts';

const columns = {
  name: 'text',
  folder: 'text',
  signature: 'text',
  mimeType: 'text',
  sizeOriginal: 'integer',
  chunksTotal: 'integer',
  chunksUploaded: 'integer',
} as const;

/** The files of one bucket as a table to be listed; made for the connection, and made once. */
function listView(backend: BackendContext, bucket: Bucket): TableSchema {
  // A colon is in no id, so no table of a schema has this name; and an id holds no quote.
  const table = ownTable(`files:${bucket.id}`, columns);
  backend.database.exec(`CREATE TEMP VIEW IF NOT EXISTS ${tableName(table)} AS SELECT *,
    sequence AS _sequence, id AS _id, created AS _created, updated AS _updated, mime_type AS mimeType,
    size AS sizeOriginal, chunks_total AS chunksTotal, chunks_uploaded AS chunksUploaded
    FROM storage_files WHERE bucket_id = '${bucket.id}'`);
  return table;
}

/** The files of a bucket that the caller may read, as the queries of the request ask for (docs/rules.md#storage). */
export function listFiles(context: Context<BackendEnv>, backend: BackendContext, bucket: Bucket): object {
  const { permissions, fileSecurity } = bucket;
  const visible = readableSql(context.get('caller'), permissions, fileSecurity && 'permissions');
  const { total, rows } = listPage(context, backend, listView(backend, bucket), 'File', visible);
  return { total, files: rows.map((row) => fileAnswer(toStoredFile(row))) };
}
