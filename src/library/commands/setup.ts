import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
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
import type { AppwriteLibrary } from '../sync/appwrite.ts';
import { whenRefused } from '../sync/retry.ts';
import { type Command, exitCode } from './command.ts';
import { hostedLibrary } from './mirror.ts';

/** Creates tables and bucket in a hosted project, and reports them. The official CLI cannot: see decision 009. */
export const setupCommand: Command = async ({ options, messages, screen, signal }) => {
  const texts = messages.setup;
  if (!options.hosted) {
    screen.print(texts.embedded);
    return exitCode.done;
  }
  let [created, different] = [0, 0];
  const largest = await provision(readSchema(schemaFile(options.root)), {
    remote: hostedLibrary(options.hosted, signal),
    isDryRun: options.dryRun,
    created(thing) {
      created++;
      screen.print(options.dryRun ? texts.toCreate(thing) : texts.created(thing));
    },
    exists: (thing) => screen.print(texts.exists(thing)),
    differs(thing, how) {
      different++;
      screen.print(texts.differs(thing, how));
    },
  });
  screen.print(options.dryRun ? texts.dryRun(created) : texts.done(created));
  const tooLarge = largest === null ? [] : await lessonsAbove(largest, options.folder);
  if (largest !== null) screen.print(texts.sizeLimit(largest, tooLarge));
  return different + tooLarge.length > 0 ? exitCode.attention : exitCode.done;
};

/** The PDFs of a folder that are larger (in bytes) than a server takes, the largest first. None if the folder does not exist. */
async function lessonsAbove(limit: number, folder: string): Promise<{ name: string; size: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((): Dirent[] => []);
  const pdfs = entries.filter((entry) => entry.isFile() && /\.pdf$/i.test(entry.name));
  const sizes = pdfs.map(async ({ name, parentPath }) => ({
    name,
    size: (await stat(join(parentPath, name))).size,
  }));
  return (await Promise.all(sizes)).filter(({ size }) => size > limit).sort((a, b) => b.size - a.size);
}

/** The project that is set up, and where its parts are reported; `created` is called for each part in order. */
interface Setup {
  remote: AppwriteLibrary;
  /** Creates nothing, and reports to `created` the parts it would create. */
  isDryRun: boolean;
  created(thing: string): void;
  exists(thing: string): void;
  /** Called for a part that differs from the schema; it is not changed. */
  differs(thing: string, how: string): void;
}

/** Creates a part if it does not exist. Returns the existing part, or null. */
async function createMissing<Part>(
  { remote, isDryRun, created, exists }: Setup,
  thing: string,
  get: () => Promise<Part>,
  create: () => Promise<unknown>,
): Promise<Part | null> {
  const existing = await remote.retry(get).catch(whenRefused(null, 404));
  const tryCreate = () => remote.retry(create).then(() => true);
  // 409: an earlier try arrived although its response was lost.
  const isNew = existing === null && (isDryRun || (await tryCreate().catch(whenRefused(false, 409))));
  if (isNew) created(thing);
  else exists(thing);
  return existing;
}

/** Waits until Appwrite's worker has built a column or index, which takes up to two minutes. */
async function waitUntilBuilt({ remote, isDryRun }: Setup, thing: string, get: () => Promise<unknown>) {
  if (isDryRun) return;
  const end = Date.now() + 120_000;
  for (let pause = 50; Date.now() < end; pause = Math.min(pause * 2, 1000)) {
    const { status, error } = (await remote.retry(get)) as { status: string; error?: string };
    if (status === 'available') return;
    if (status === 'failed' || status === 'stuck') throw new Error(`${thing}: ${status} ${error ?? ''}`);
    await setTimeout(pause);
  }
  throw new Error(`${thing}: not available after two minutes`);
}

/** Reports permissions that differ from the schema's. */
function comparePermissions({ differs }: Setup, thing: string, existing: string[], described: string[]) {
  const list = (permissions: string[]) => permissions.toSorted().join(', ') || '(none)';
  if (list(existing) !== list(described))
    differs(thing, `permissions ${list(existing)}, not ${list(described)}`);
}

/**
 * Creates the missing parts of the schema in a project: database, tables, columns, indexes, bucket. Existing parts stay, except
 * the bucket's size limit. Returns the server's limit in bytes if it is below the schema's, else null.
 */
async function provision(schema: Schema, setup: Setup): Promise<number | null> {
  const { tables, target } = setup.remote;
  const { databaseId } = target;
  for (const { name, tables: described } of schema.databases.values()) {
    const get = () => tables.get({ databaseId });
    await createMissing(setup, `database ${databaseId}`, get, () => tables.create({ databaseId, name }));
    // A relationship needs the table it points to.
    for (const table of described.values()) await createTable(setup, table);
    for (const table of described.values()) await createColumns(setup, table);
  }
  const [bucket] = schema.buckets.values();
  return bucket ? createBucketOf(setup, bucket) : null;
}

async function createTable(setup: Setup, table: TableSchema): Promise<void> {
  const { tables } = setup.remote;
  const { id, name, rowSecurity, enabled } = table;
  const place = setup.remote.table(id);
  const thing = `table ${place.tableId}`;
  const permissions = [...table.permissions];
  const options = { ...place, name, permissions, rowSecurity, enabled };
  const get = () => tables.getTable(place);
  const existing = await createMissing(setup, thing, get, () => tables.createTable(options));
  if (existing) comparePermissions(setup, thing, existing.$permissions, permissions);
}

async function createColumns(setup: Setup, table: TableSchema): Promise<void> {
  const { remote, differs } = setup;
  const place = remote.table(table.id);
  for (const column of table.columns.values()) {
    const at = { ...place, key: column.key };
    const thing = `column ${place.tableId}.${column.key}`;
    const get = () => remote.tables.getColumn(at);
    const existing = await createMissing(setup, thing, get, () => createColumn(remote, at, column));
    if (existing && !typesOf[column.kind].includes(existing.type))
      differs(thing, `type ${String(existing.type)}, not ${column.kind}`);
    await waitUntilBuilt(setup, thing, get);
  }
  for (const index of table.indexes) {
    const at = { ...place, key: index.key };
    const thing = `index ${place.tableId}.${index.key}`;
    const get = () => remote.tables.getIndex(at);
    await createMissing(setup, thing, get, () => createIndex(remote, at, index));
    await waitUntilBuilt(setup, thing, get);
  }
}

type At = { databaseId: string; tableId: string; key: string };

/** Characters; more than a row's other columns hold. */
const LONG_TEXT = 16_777_215;

function createColumn(remote: AppwriteLibrary, at: At, column: Column): Promise<unknown> {
  const { tables } = remote;
  const { required, array } = column;
  const options = { ...at, required, array };
  switch (column.kind) {
    case 'text':
      return column.size >= LONG_TEXT
        ? tables.createLongtextColumn(options)
        : tables.createVarcharColumn({ ...options, size: column.size });
    case 'integer':
      return tables.createIntegerColumn({ ...options, ...limits(column) });
    case 'float':
      return tables.createFloatColumn({ ...options, ...limits(column) });
    case 'boolean':
      return tables.createBooleanColumn(options);
    case 'datetime':
      return tables.createDatetimeColumn(options);
    case 'relationship':
      return tables.createRelationshipColumn({
        ...at,
        relatedTableId: remote.table(column.relatedTable).tableId,
        type: RelationshipType.ManyToOne,
        twoWay: false,
        onDelete: column.onDelete as RelationMutate,
      });
  }
}

function limits({ min, max }: { min: number | null; max: number | null }) {
  return { ...(min !== null && { min }), ...(max !== null && { max }) };
}

function createIndex(
  { tables }: AppwriteLibrary,
  at: At,
  { type, columns, orders }: Index,
): Promise<unknown> {
  const directions = orders.map((order) => order.toLowerCase() as OrderBy);
  return tables.createIndex({
    ...at,
    type: type as TablesDBIndexType,
    columns: [...columns],
    ...(directions.length > 0 && { orders: directions }),
  });
}

/** Appwrite's present and former names for each part of the schema. */
const typesOf: Record<Column['kind'], string[]> = {
  text: ['string', 'varchar', 'text', 'mediumtext', 'longtext'],
  integer: ['integer', 'bigint'],
  float: ['double', 'float', 'integer'],
  boolean: ['boolean'],
  datetime: ['datetime'],
  relationship: ['relationship'],
};

/** Bytes; the limit of a self-hosted Appwrite unless `_APP_STORAGE_LIMIT` is raised, if its refusal does not name one. */
const USUAL_LIMIT_BYTES = 30_000_000;

/**
 * Sets the bucket's size limit to the maximum that the server allows. Returns it in bytes if it is below the schema's, else null.
 */
async function createBucketOf(setup: Setup, bucket: BucketSchema): Promise<number | null> {
  const { storage, target } = setup.remote;
  const { bucketId } = target;
  const thing = `bucket ${bucketId}`;
  const permissions = [...bucket.permissions];
  const settings = {
    ...bucket,
    bucketId,
    permissions,
    allowedFileExtensions: [...bucket.allowedFileExtensions],
    compression: Compression.None,
  };
  const maximumFileSize = Math.min(bucket.maximumFileSize, await serverLimit(setup.remote));
  const create = () => storage.createBucket({ ...settings, maximumFileSize });
  const existing = await createMissing(setup, thing, () => storage.getBucket({ bucketId }), create);
  if (existing) {
    comparePermissions(setup, thing, existing.$permissions, permissions);
    if (existing.maximumFileSize < maximumFileSize) {
      const { $permissions, compression, ...rest } = existing;
      const raised = { ...rest, permissions: $permissions, compression: compression as Compression };
      if (!setup.isDryRun)
        await setup.remote.retry(() => storage.updateBucket({ ...raised, bucketId, maximumFileSize }));
      setup.created(`${thing}: files of up to ${maximumFileSize} bytes`);
    }
  }
  const largest = Math.max(maximumFileSize, existing?.maximumFileSize ?? 0);
  return largest < bucket.maximumFileSize ? largest : null;
}

/** Requests a bucket for files so large that every server refuses it, and reads the server's limit in bytes from the refusal. */
async function serverLimit(remote: AppwriteLibrary): Promise<number> {
  const bucketId = ID.unique();
  try {
    await remote.retry(() =>
      remote.storage.createBucket({ bucketId, name: 'Limit', maximumFileSize: Number.MAX_SAFE_INTEGER }),
    );
  } catch (error) {
    const isRefusal =
      error instanceof AppwriteException && error.code === 400 && error.message.includes('maximumFileSize');
    if (!isRefusal) throw error;
    const [, limit] = /between 1 and ([\d,]+)/.exec(error.message) ?? [];
    return limit ? Number(limit.replaceAll(',', '')) : USUAL_LIMIT_BYTES;
  }
  await remote.retry(() => remote.storage.deleteBucket({ bucketId }));
  return Number.POSITIVE_INFINITY;
}
