import {
  type Client,
  OrderBy,
  RelationMutate,
  RelationshipType,
  Storage,
  TablesDB,
  TablesDBIndexType,
} from 'node-appwrite';
import type { Column, Index, Schema, TableSchema } from '#backend/schema.ts';
import { type Target, tableOn } from '../catalogue/target.ts';
import { makeBucket } from './make-bucket.ts';
import { available, comparePermissions, make, type ProvisionReport } from './part.ts';

/**
 * Makes on a hosted Appwrite what the schema describes and is not there yet: database, tables, columns, indexes, buckets, under the
 * ids of the target. What is there is never changed or deleted, so that it may be run again at any time. Returns the bytes of the
 * largest file that the server takes, where they are less than the schema wants, else null.
 */
export async function provision(
  client: Client,
  schema: Schema,
  target: Target,
  report: ProvisionReport,
): Promise<number | null> {
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
  const [bucket] = schema.buckets.values();
  return bucket ? makeBucket(new Storage(client), target, bucket, report) : null;
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
  if (there) comparePermissions(`table ${place.tableId}`, there.$permissions, permissions, report);
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
    await available(what, report, () => tables.getColumn(at));
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
    await available(what, report, () => tables.getIndex(at));
  }
}

type At = { databaseId: string; tableId: string; key: string };

/** Characters; more than a row's other columns hold. */
const LONG_TEXT = 16_777_215;

function createColumn(tables: TablesDB, at: At, column: Column, target: Target): Promise<unknown> {
  const { required, array } = column;
  switch (column.kind) {
    case 'text':
      return column.size >= LONG_TEXT
        ? tables.createLongtextColumn({ ...at, required, array })
        : tables.createVarcharColumn({ ...at, size: column.size, required, array });
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
