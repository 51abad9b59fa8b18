import {
  type Client,
  type OrderBy,
  type RelationMutate,
  RelationshipType,
  Storage,
  TablesDB,
  type TablesDBIndexType,
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
  const { databaseId } = target;
  for (const { name, tables: list } of schema.databases.values()) {
    const get = () => tables.get({ databaseId });
    await make(`database ${databaseId}`, report, get, () => tables.create({ databaseId, name }));
    // A relationship needs the table it points to.
    for (const table of list.values()) await makeTable(tables, target, table, report);
    for (const table of list.values()) await fillTable(tables, target, table, report);
  }
  const [bucket] = schema.buckets.values();
  return bucket ? makeBucket(new Storage(client), target, bucket, report) : null;
}

async function makeTable(
  tables: TablesDB,
  target: Target,
  { id, name, rowSecurity, enabled, ...table }: TableSchema,
  report: ProvisionReport,
): Promise<void> {
  const place = { databaseId: target.databaseId, tableId: tableOn(target, id) };
  const what = `table ${place.tableId}`;
  const permissions = [...table.permissions];
  const wanted = { ...place, name, permissions, rowSecurity, enabled };
  const get = () => tables.getTable(place);
  const there = await make(what, report, get, () => tables.createTable(wanted));
  if (there) comparePermissions(what, there.$permissions, permissions, report);
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
    const get = () => tables.getColumn(at);
    const there = await make(what, report, get, () => createColumn(tables, at, column, target));
    if (there && !typesOf[column.kind]?.includes(there.type))
      report.differs(what, `type ${String(there.type)}, not ${column.kind}`);
    await available(what, report, get);
  }
  for (const index of table.indexes) {
    const at = { ...place, key: index.key };
    const what = `index ${place.tableId}.${index.key}`;
    const get = () => tables.getIndex(at);
    await make(what, report, get, () => createIndex(tables, at, index));
    await available(what, report, get);
  }
}

type At = { databaseId: string; tableId: string; key: string };

/** Characters; more than a row's other columns hold. */
const LONG_TEXT = 16_777_215;

/** A column of a kind that the schema has. */
function createColumn(tables: TablesDB, at: At, column: Column, target: Target): Promise<unknown> {
  const { required, array } = column;
  const wanted = { ...at, required, array };
  switch (column.kind) {
    case 'text':
      return column.size >= LONG_TEXT
        ? tables.createLongtextColumn(wanted)
        : tables.createVarcharColumn({ ...wanted, size: column.size });
    case 'integer': {
      const { min, max } = column;
      const limits = { ...(min !== null && { min }), ...(max !== null && { max }) };
      return tables.createIntegerColumn({ ...wanted, ...limits });
    }
    case 'relationship':
      return tables.createRelationshipColumn({
        ...at,
        relatedTableId: tableOn(target, column.relatedTable),
        type: RelationshipType.ManyToOne,
        twoWay: false,
        onDelete: column.onDelete as RelationMutate,
      });
    default:
      throw new Error(`setup makes no column of the kind ${column.kind}`);
  }
}

function createIndex(tables: TablesDB, at: At, { type, columns, orders }: Index): Promise<unknown> {
  const directions = orders.map((order) => order.toLowerCase() as OrderBy);
  return tables.createIndex({
    ...at,
    type: type as TablesDBIndexType,
    columns: [...columns],
    ...(directions.length > 0 && { orders: directions }),
  });
}

/** The names that Appwrite has, or had, for what the schema calls by one. */
const typesOf: Partial<Record<Column['kind'], string[]>> = {
  text: ['string', 'varchar', 'text', 'mediumtext', 'longtext'],
  integer: ['integer', 'bigint'],
  relationship: ['relationship'],
};
