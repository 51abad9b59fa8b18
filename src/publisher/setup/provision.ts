import { setTimeout } from 'node:timers/promises';
import {
  AppwriteException,
  type Client,
  Compression,
  OrderBy,
  RelationMutate,
  RelationshipType,
  Storage,
  TablesDB,
  TablesDBIndexType,
} from 'node-appwrite';
import type { BucketSchema, Column, Index, Schema, TableSchema } from '#backend/schema.ts';
import { retry } from '../catalogue/retry.ts';
import { type Target, tableOn } from '../catalogue/target.ts';

/** Is told of every part, in the order they are made. */
export interface ProvisionReport {
  created(what: string): void;
  exists(what: string): void;
  /** It is there, but not as the schema wants it; nothing was changed. */
  differs(what: string, how: string): void;
}

/**
 * Makes on a hosted Appwrite what the schema describes and is not there yet: database, tables, columns, indexes, buckets, under the
 * ids of the target. What is there is never changed or deleted, so that it may be run again at any time.
 */
export async function provision(
  client: Client,
  schema: Schema,
  target: Target,
  report: ProvisionReport,
): Promise<void> {
  const tables = new TablesDB(client);
  for (const database of schema.databases.values()) {
    const { databaseId } = target;
    await make(
      `database ${databaseId}`,
      report,
      () => tables.get({ databaseId }),
      () => tables.create({ databaseId, name: database.name }),
    );
    // A relationship needs the table it points to.
    const list = [...database.tables.values()];
    for (const table of list) await makeTable(tables, target, table, report);
    for (const table of list) await fillTable(tables, target, table, report);
  }
  for (const bucket of schema.buckets.values()) await makeBucket(new Storage(client), target, bucket, report);
}

async function makeTable(
  tables: TablesDB,
  target: Target,
  table: TableSchema,
  report: ProvisionReport,
): Promise<void> {
  const place = { databaseId: target.databaseId, tableId: tableOn(target, table.id) };
  const permissions = [...table.permissions];
  const there = await make(
    `table ${place.tableId}`,
    report,
    () => tables.getTable(place),
    () =>
      tables.createTable({
        ...place,
        name: table.name,
        permissions,
        rowSecurity: table.rowSecurity,
        enabled: table.enabled,
      }),
  );
  if (there && there.$permissions.toSorted().join() !== permissions.toSorted().join()) {
    report.differs(
      `table ${place.tableId}`,
      `permissions ${there.$permissions.join(', ') || '(none)'}, not ${permissions.join(', ') || '(none)'}`,
    );
  }
}

async function fillTable(
  tables: TablesDB,
  target: Target,
  table: TableSchema,
  report: ProvisionReport,
): Promise<void> {
  const place = { databaseId: target.databaseId, tableId: tableOn(target, table.id) };
  for (const column of table.columns.values()) {
    const at = { ...place, key: column.key };
    const what = `column ${place.tableId}.${column.key}`;
    const there = await make(
      what,
      report,
      () => tables.getColumn(at),
      () => createColumn(tables, at, column, target),
    );
    if (there && isOther(there, column))
      report.differs(what, `type ${String(there.type)}, not ${column.kind}`);
    await available(what, () => tables.getColumn(at));
  }
  for (const index of table.indexes) {
    const at = { ...place, key: index.key };
    const what = `index ${place.tableId}.${index.key}`;
    await make(
      what,
      report,
      () => tables.getIndex(at),
      () => createIndex(tables, at, index),
    );
    await available(what, () => tables.getIndex(at));
  }
}

type At = { databaseId: string; tableId: string; key: string };

function createColumn(tables: TablesDB, at: At, column: Column, target: Target): Promise<unknown> {
  const { required, array } = column;
  switch (column.kind) {
    case 'text':
      return tables.createVarcharColumn({ ...at, size: column.size, required, array });
    case 'integer':
      return tables.createIntegerColumn({ ...at, required, array, ...limits(column) });
    case 'float':
      return tables.createFloatColumn({ ...at, required, array, ...limits(column) });
    case 'boolean':
      return tables.createBooleanColumn({ ...at, required, array });
    case 'datetime':
      return tables.createDatetimeColumn({ ...at, required, array });
    case 'relationship': {
      const { key, ...place } = at;
      return tables.createRelationshipColumn({
        ...place,
        key,
        relatedTableId: tableOn(target, column.relatedTable),
        type: RelationshipType.ManyToOne,
        twoWay: false,
        onDelete: {
          restrict: RelationMutate.Restrict,
          setNull: RelationMutate.SetNull,
          cascade: RelationMutate.Cascade,
        }[column.onDelete],
      });
    }
  }
}

function limits({ min, max }: { min: number | null; max: number | null }) {
  return { ...(min !== null && { min }), ...(max !== null && { max }) };
}

function createIndex(tables: TablesDB, at: At, { type, columns, orders }: Index): Promise<unknown> {
  const types = {
    key: TablesDBIndexType.Key,
    unique: TablesDBIndexType.Unique,
    fulltext: TablesDBIndexType.Fulltext,
  };
  const directions = orders.map((order) => (order === 'ASC' ? OrderBy.Asc : OrderBy.Desc));
  return tables.createIndex({
    ...at,
    type: types[type],
    columns: [...columns],
    ...(directions.length > 0 && { orders: directions }),
  });
}

async function makeBucket(
  storage: Storage,
  target: Target,
  bucket: BucketSchema,
  report: ProvisionReport,
): Promise<void> {
  const { bucketId } = target;
  const permissions = [...bucket.permissions];
  const { name, enabled, fileSecurity, maximumFileSize, encryption, antivirus, transformations } = bucket;
  const there = await make(
    `bucket ${bucketId}`,
    report,
    () => storage.getBucket({ bucketId }),
    () =>
      storage.createBucket({
        bucketId,
        name,
        permissions,
        fileSecurity,
        enabled,
        maximumFileSize,
        allowedFileExtensions: [...bucket.allowedFileExtensions],
        compression: Compression.None,
        encryption,
        antivirus,
        transformations,
      }),
  );
  if (there && there.$permissions.toSorted().join() !== permissions.toSorted().join()) {
    report.differs(
      `bucket ${bucketId}`,
      `permissions ${there.$permissions.join(', ') || '(none)'}, not ${permissions.join(', ')}`,
    );
  }
}

/** Asks for a part and makes it when it is not there. Returns what was there, or null when it was made. */
async function make<Part>(
  what: string,
  report: ProvisionReport,
  get: () => Promise<Part>,
  create: () => Promise<unknown>,
): Promise<Part | null> {
  try {
    const part = await retry(get);
    report.exists(what);
    return part;
  } catch (error) {
    if (!(error instanceof AppwriteException) || error.code !== 404) throw error;
  }
  try {
    await retry(create);
    report.created(what);
  } catch (error) {
    // An earlier try arrived although its answer was lost.
    if (!(error instanceof AppwriteException) || error.code !== 409) throw error;
    report.exists(what);
  }
  return null;
}

/** Columns and indexes are built by a worker of Appwrite after the answer; two minutes are enough for it. */
async function available(what: string, get: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + 120_000;
  for (let pause = 50; Date.now() < end; pause = Math.min(pause * 2, 1000)) {
    const { status, error } = (await retry(get)) as { status: string; error?: string };
    if (status === 'available') return;
    if (status === 'failed' || status === 'stuck') throw new Error(`${what}: ${status} ${error ?? ''}`);
    await setTimeout(pause);
  }
  throw new Error(`${what}: not available after two minutes`);
}

function isOther(there: unknown, column: Column): boolean {
  const { type } = there as { type: string };
  const same: Record<Column['kind'], string[]> = {
    text: ['string', 'varchar', 'text', 'mediumtext', 'longtext'],
    integer: ['integer', 'bigint'],
    float: ['double', 'float', 'integer'],
    boolean: ['boolean'],
    datetime: ['datetime'],
    relationship: ['relationship'],
  };
  return !same[column.kind].includes(type);
}
