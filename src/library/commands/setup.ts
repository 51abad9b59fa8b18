import { setTimeout } from 'node:timers/promises';
import {
  AppwriteException,
  Compression,
  ID,
  type OrderBy,
  type RelationMutate,
  RelationshipType,
  type TablesDBIndexType,
} from 'node-appwrite';
import {
  type BucketSchema,
  type Column,
  type Index,
  readSchema,
  type Schema,
  type TableSchema,
} from '#backend/schema.ts';
import { schemaFile } from '#settings/folders.ts';
import type { FolderChoices } from '#settings/site-file.ts';
import { scanLibraryFolder } from '../folder/scan.ts';
import type { Messages } from '../messages/en.ts';
import { OwnerError } from '../messages/messages.ts';
import type { AppwriteLibrary } from '../sync/appwrite.ts';
import { whenRefused } from '../sync/retry.ts';
import { type Command, type CommandContext, exitCode } from './command.ts';
import { hostedLibrary } from './mirror.ts';

/** Creates the tables and the bucket in a hosted project. Decision 009 explains why the Appwrite CLI cannot do this. */
export const setupCommand: Command = async (context) => {
  const { options, messages, screen, signal } = context;
  const texts = messages.setup;
  if (!options.hosted) {
    screen.print(texts.embedded);
    return exitCode.done;
  }
  const remote = hostedLibrary(options.hosted, signal);
  // Throws for a mistake in `site.json` before anything is created, although only the scan at the end needs the choices.
  const { choices } = options;
  if (await remote.isEmbedded()) {
    screen.print(texts.site(remote.target.endpoint));
    return exitCode.done;
  }
  const counts = { changed: 0, unchanged: 0, different: 0 };
  const report: Setup['report'] = (state, line) => {
    counts[state]++;
    screen.print(line);
  };
  const setup = { remote, isDryRun: options.dryRun, texts, report };
  const sizeLimit = await provision(readSchema(schemaFile(options.root)), setup);
  screen.print(options.dryRun ? texts.dryRun(counts.changed) : texts.done(counts.changed));
  const tooLargeLessons = sizeLimit === null ? [] : await listLessonsAbove(sizeLimit, choices, context);
  if (sizeLimit !== null) screen.print(texts.sizeLimit(sizeLimit, tooLargeLessons));
  return counts.different + tooLargeLessons.length > 0 ? exitCode.attention : exitCode.done;
};

/** Lists the lessons of the folder above `limit` bytes, largest first. */
async function listLessonsAbove(
  limit: number,
  choices: FolderChoices,
  { options: { folder, dataDir }, signal, pdfs }: CommandContext,
) {
  const { problems } = await scanLibraryFolder(limit, { folder, dataDir, choices }, { signal, pdfs });
  return problems
    .flatMap(({ kind, fileName: name = '', size = 0 }) => (kind === 'tooLarge' ? [{ name, size }] : []))
    .sort((a, b) => b.size - a.size);
}

/** The project to set up. */
interface Setup {
  remote: AppwriteLibrary;
  /** Whether to change nothing, and only report the parts that a run would create or change. */
  isDryRun: boolean;
  texts: Messages['setup'];
  /** Prints a line about a part. A `different` part differs from the schema, but is not changed. */
  report(state: 'changed' | 'unchanged' | 'different', line: string): void;
}

/** Creates a part if it does not exist; a dry run only reports it. Returns the part that existed before, or null. */
async function createMissing<Part>(
  { remote, isDryRun, texts, report }: Setup,
  part: string,
  get: () => Promise<Part>,
  create: () => Promise<unknown>,
): Promise<Part | null> {
  const existing = await remote.retry(get).catch(whenRefused(null, 404));
  const tryCreate = () => remote.retry(create).then(() => true);
  // 409 means that an earlier attempt succeeded, although its response was lost.
  const isNew = existing === null && (isDryRun || (await tryCreate().catch(whenRefused(false, 409))));
  if (isNew) report('changed', isDryRun ? texts.toCreate(part) : texts.created(part));
  else report('unchanged', texts.exists(part));
  return existing;
}

/** Waits until Appwrite's worker has built a column or index. Rejects with an `OwnerError` if it fails or takes over two minutes. */
async function waitUntilBuilt({ remote, isDryRun }: Setup, part: string, get: () => Promise<unknown>) {
  if (isDryRun) return;
  const end = Date.now() + 120_000;
  for (let pause = 50; Date.now() < end; pause = Math.min(pause * 2, 1000)) {
    const { status, error } = (await remote.retry(get)) as { status: string; error?: string };
    if (status === 'available') return;
    if (status === 'failed' || status === 'stuck')
      throw new OwnerError(({ setup }) => setup.notBuilt(part, error || status));
    await setTimeout(pause);
  }
  throw new OwnerError(({ setup }) => setup.unfinished(part));
}

/** Reports permissions that differ from those in the schema. */
function comparePermissions({ texts, report }: Setup, part: string, existing: string[], expected: string[]) {
  const list = (permissions: string[]) => permissions.toSorted().join(', ');
  if (list(existing) === list(expected)) return;
  report('different', texts.differs(part, texts.permissions(list(existing), list(expected))));
}

/**
 * Creates the missing parts of the schema in a project: database, tables, columns, indexes, bucket. Changes no existing part
 * except the bucket's size limit. Returns this limit in bytes if it is below the schema's, else null.
 */
async function provision(schema: Schema, setup: Setup): Promise<number | null> {
  const { tables, target } = setup.remote;
  const { databaseId } = target;
  for (const { name, tables: tableSchemas } of schema.databases.values()) {
    const get = () => tables.get({ databaseId });
    const part = setup.texts.parts.database(databaseId);
    await createMissing(setup, part, get, () => tables.create({ databaseId, name }));
    // Creates all tables before the columns, because a relationship needs the table that it points to.
    for (const table of tableSchemas.values()) await createTable(setup, table);
    for (const table of tableSchemas.values()) await createColumns(setup, table);
  }
  const [bucket] = schema.buckets.values();
  return bucket ? createBucket(setup, bucket) : null;
}

async function createTable(setup: Setup, table: TableSchema): Promise<void> {
  const { tables } = setup.remote;
  const { id, name, rowSecurity, enabled } = table;
  const tableIds = setup.remote.tableIds(id);
  const part = setup.texts.parts.table(tableIds.tableId);
  const permissions = [...table.permissions];
  const options = { ...tableIds, name, permissions, rowSecurity, enabled };
  const get = () => tables.getTable(tableIds);
  const existing = await createMissing(setup, part, get, () => tables.createTable(options));
  if (existing) comparePermissions(setup, part, existing.$permissions, permissions);
}

async function createColumns(setup: Setup, table: TableSchema): Promise<void> {
  const { remote, texts, report } = setup;
  const tableIds = remote.tableIds(table.id);
  for (const column of table.columns.values()) {
    const ids = { ...tableIds, key: column.key };
    const part = texts.parts.column(`${tableIds.tableId}.${column.key}`);
    const get = () => remote.tables.getColumn(ids);
    const existing = await createMissing(setup, part, get, () => createColumn(remote, ids, column));
    if (existing && !APPWRITE_TYPES[column.kind].includes(existing.type))
      report('different', texts.differs(part, texts.type(String(existing.type), column.kind)));
    await waitUntilBuilt(setup, part, get);
  }
  for (const index of table.indexes) {
    const ids = { ...tableIds, key: index.key };
    const part = texts.parts.index(`${tableIds.tableId}.${index.key}`);
    const get = () => remote.tables.getIndex(ids);
    await createMissing(setup, part, get, () => createIndex(remote, ids, index));
    await waitUntilBuilt(setup, part, get);
  }
}

type ColumnIds = { databaseId: string; tableId: string; key: string };

/** Minimum size in characters of a text column that is created as longtext. */
const MIN_LONG_TEXT_CHARACTERS = 16_777_215;

function createColumn(remote: AppwriteLibrary, ids: ColumnIds, column: Column): Promise<unknown> {
  const { tables } = remote;
  const { required, array } = column;
  const options = { ...ids, required, array };
  switch (column.kind) {
    case 'text':
      return column.size >= MIN_LONG_TEXT_CHARACTERS
        ? tables.createLongtextColumn(options)
        : tables.createVarcharColumn({ ...options, size: column.size });
    case 'integer':
      return tables.createIntegerColumn({ ...options, ...toLimits(column) });
    case 'float':
      return tables.createFloatColumn({ ...options, ...toLimits(column) });
    case 'boolean':
      return tables.createBooleanColumn(options);
    case 'datetime':
      return tables.createDatetimeColumn(options);
    case 'relationship':
      return tables.createRelationshipColumn({
        ...ids,
        relatedTableId: remote.tableIds(column.relatedTable).tableId,
        type: RelationshipType.ManyToOne,
        twoWay: false,
        onDelete: column.onDelete as RelationMutate,
      });
  }
}

function toLimits({ min, max }: { min: number | null; max: number | null }) {
  return { ...(min !== null && { min }), ...(max !== null && { max }) };
}

function createIndex(
  { tables }: AppwriteLibrary,
  ids: ColumnIds,
  { type, columns, orders }: Index,
): Promise<unknown> {
  const directions = orders.map((order) => order.toLowerCase() as OrderBy);
  return tables.createIndex({
    ...ids,
    type: type as TablesDBIndexType,
    columns: [...columns],
    ...(directions.length > 0 && { orders: directions }),
  });
}

/** Appwrite's current and former type names for each kind of column. */
const APPWRITE_TYPES: Record<Column['kind'], string[]> = {
  text: ['string', 'varchar', 'text', 'mediumtext', 'longtext'],
  integer: ['integer', 'bigint'],
  float: ['double', 'float', 'integer'],
  boolean: ['boolean'],
  datetime: ['datetime'],
  relationship: ['relationship'],
};

/** Default of `_APP_STORAGE_LIMIT` on a self-hosted Appwrite, for servers whose error message does not contain the limit. */
const USUAL_LIMIT_BYTES = 30_000_000;

/**
 * Creates the bucket, or raises its size limit to that of the schema or the server, whichever is lower. Returns the bucket's limit in
 * bytes if it is below the schema's, else null. A dry run changes nothing, and returns the same.
 */
async function createBucket(setup: Setup, bucket: BucketSchema): Promise<number | null> {
  const { remote, isDryRun, texts, report } = setup;
  const { storage, target } = remote;
  const { bucketId } = target;
  const part = texts.parts.bucket(bucketId);
  const permissions = [...bucket.permissions];
  const settings = {
    ...bucket,
    bucketId,
    permissions,
    allowedFileExtensions: [...bucket.allowedFileExtensions],
    compression: Compression.None,
  };
  const getBucket = () => storage.getBucket({ bucketId });
  const existing = await remote.retry(getBucket).catch(whenRefused(null, 404));
  const existingLimit = existing?.maximumFileSize ?? 0;
  const isSmall = existingLimit < bucket.maximumFileSize;
  const maximumFileSize = isSmall
    ? Math.max(existingLimit, Math.min(bucket.maximumFileSize, await findServerLimit(remote)))
    : existingLimit;
  const create = () => storage.createBucket({ ...settings, maximumFileSize });
  await createMissing(setup, part, async () => existing, create);
  if (existing) comparePermissions(setup, part, existing.$permissions, permissions);
  if (existing && existingLimit < maximumFileSize) {
    const { $permissions, compression, ...otherSettings } = existing;
    const raisedSettings = {
      ...otherSettings,
      permissions: $permissions,
      compression: compression as Compression,
    };
    const raise = () => storage.updateBucket({ ...raisedSettings, bucketId, maximumFileSize });
    if (!isDryRun) await remote.retry(raise);
    report('changed', (isDryRun ? texts.toRaise : texts.raised)(part, maximumFileSize));
  }
  return maximumFileSize < bucket.maximumFileSize ? maximumFileSize : null;
}

/**
 * Returns the server's size limit in bytes; Infinity if it has none. Changes nothing, because the bucket of its request does not exist;
 * the server compares the requested size with its limit first.
 */
async function findServerLimit(remote: AppwriteLibrary): Promise<number> {
  const request = { bucketId: ID.unique(), name: 'Limit', maximumFileSize: Number.MAX_SAFE_INTEGER };
  try {
    await remote.retry(() => remote.storage.updateBucket(request)).catch(whenRefused(null, 404));
    return Number.POSITIVE_INFINITY;
  } catch (error) {
    const isLimitError =
      error instanceof AppwriteException && error.code === 400 && error.message.includes('maximumFileSize');
    if (!isLimitError) throw error;
    const [, limit] = /between 1 and ([\d,]+)/.exec(error.message) ?? [];
    return limit ? Number(limit.replaceAll(',', '')) : USUAL_LIMIT_BYTES;
  }
}
