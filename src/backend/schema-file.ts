import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { systemColumns } from './db/tables.ts';
import { type Schema, schemaContent, type TableSchema } from './schema.ts';

/** Reads and checks the project's `appwrite.config.json` at `path`. Throws a sentence with the mistake. */
export function readSchema(path: string): Schema {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return fail(`cannot be read as JSON (${(error as Error).message})`);
  }
  return toSchema(value);
}

/** Checks the content of `appwrite.config.json` and makes the schema of it. */
export function toSchema(value: unknown): Schema {
  if (Array.isArray(value)) fail('the file must be an object');
  const read = v.safeParse(schemaContent, value, { abortEarly: true });
  if (!read.success) {
    const [issue] = read.issues;
    const place = v.getDotPath(issue)?.replace(/\.(\d+)/g, '[$1]');
    return fail(`${place ?? 'the file'} ${issue.message}`);
  }
  const { projectId, tablesDB, tables, buckets } = read.output;
  const databases = byId(
    tablesDB.map(({ $id: id, name, enabled }) => {
      const own = tables.filter(({ databaseId }) => databaseId === id);
      return { id, name: name ?? id, enabled, tables: byId(own) };
    }),
  );
  for (const [at, table] of tables.entries()) checkTable(`tables[${at}]`, table, databases);
  return { projectId, databases, buckets: byId(buckets) };
}

function fail(problem: string): never {
  throw new Error(`appwrite.config.json: ${problem}.`);
}

const byId = <Item extends { id: string }>(items: readonly Item[]) =>
  new Map(items.map((item) => [item.id, item]));

/** Checks the references of a table to other parts of the schema. */
function checkTable(place: string, table: TableSchema, databases: Schema['databases']): void {
  const database = databases.get(table.databaseId);
  if (!database) fail(`${place}.databaseId names "${table.databaseId}", which is not in tablesDB`);
  for (const column of table.columns.values()) {
    if (column.kind === 'relationship' && !database.tables.has(column.relatedTable))
      fail(
        `${place}.columns relate "${column.key}" to "${column.relatedTable}", which is no table of the same database`,
      );
  }
  for (const [at, { key, type, columns }] of table.indexes.entries()) {
    const wrong: (problem: string) => never = (problem) => fail(`${place}.indexes[${at}].columns ${problem}`);
    const unknown = columns.find((one) => !table.columns.has(one) && !systemColumns.has(one));
    if (unknown !== undefined) wrong(`names "${unknown}", which is no column of the table`);
    if (columns.length === 0) wrong('must name a column');
    const [first, ...others] = columns.map((one) => table.columns.get(one));
    if (type === 'fulltext' && (others.length > 0 || first?.kind !== 'text' || first.array))
      wrong(`must name one column of text for the fulltext index "${key}"`);
  }
}
