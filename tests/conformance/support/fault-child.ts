import { openBackend } from '#backend/backend.ts';
import type { Column, Schema, TableSchema } from '#backend/schema.ts';
import { KEY } from '../../support/backend.ts';
import { wideSchema } from '../../support/wide-schema.ts';

/** A Map that kills this process when `values` is called once more than `iterationsLeft` times. */
export class KillingMap<K, V> extends Map<K, V> {
  iterationsLeft = Number.POSITIVE_INFINITY;

  override values() {
    this.iterationsLeft -= 1;
    if (this.iterationsLeft < 0) process.kill(process.pid, 'SIGKILL');
    return super.values();
  }
}

const [, , fault = '', dataDir = '', iterations = ''] = process.argv;

/** Returns the schema with other columns for one table of `library`. */
function withColumns(schema: Schema, id: string, columns: ReadonlyMap<string, Column>): Schema {
  const library = schema.databases.get('library');
  const table = library?.tables.get(id);
  if (!library || !table) throw new Error(`no table ${id}`);
  const tables = new Map<string, TableSchema>([...library.tables, [id, { ...table, columns }]]);
  return { ...schema, databases: new Map([...schema.databases, ['library', { ...library, tables }]]) };
}

const library = wideSchema.databases.get('library');
const knownColumns = library?.tables.get('things')?.columns ?? new Map<string, Column>();

/** Commits a transaction of 20 rows and kills the process in the middle of the commit. */
async function killInTransaction(): Promise<void> {
  const columns = new KillingMap(knownColumns);
  const { app } = openBackend({
    dataDir,
    schema: withColumns(wideSchema, 'things', columns),
    apiKeys: [KEY],
  });
  const headers = { 'X-Appwrite-Project': 'minbar', 'X-Appwrite-Key': KEY };
  const send = async (path: string, method: string, body: object) => {
    const response = await app.request(`/v1/tablesdb/transactions${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as { $id: string };
  };
  const { $id } = await send('', 'POST', {});
  const operations = Array.from({ length: 20 }, (_, at) => ({
    action: 'create',
    databaseId: 'library',
    tableId: 'things',
    rowId: `row${at}`,
    data: { name: `${at}` },
  }));
  await send(`/${$id}/operations`, 'POST', { operations });
  columns.iterationsLeft = Number(iterations);
  await send(`/${$id}`, 'PATCH', { commit: true });
}

/** Opens the data folder with additional columns and kills the process in the middle of the migration. */
function killInMigration(): void {
  const columns = new KillingMap([
    ...knownColumns,
    ...Array.from({ length: 5 }, (_, at): [string, Column] => {
      const key = `added${at}`;
      return [key, { key, kind: 'boolean', required: false, array: false, default: null }];
    }),
  ]);
  columns.iterationsLeft = Number(iterations);
  openBackend({ dataDir, schema: withColumns(wideSchema, 'things', columns), apiKeys: [KEY] });
}

/** Writes rows until the process is killed, and prints the id of each after its response. */
async function writeUntilKilled(): Promise<void> {
  const { app } = openBackend({ dataDir, schema: wideSchema, apiKeys: [KEY] });
  const headers = { 'X-Appwrite-Project': 'minbar', 'X-Appwrite-Key': KEY };
  for (let at = 0; ; at += 1) {
    const body = JSON.stringify({ rowId: `row${at}`, data: { name: `${at}`.slice(-5) } });
    const response = await app.request('/v1/tablesdb/library/tables/things/rows', {
      method: 'POST',
      headers,
      body,
    });
    if (response.status === 201) process.stdout.write(`row${at}\n`);
  }
}

if (fault === 'writes') await writeUntilKilled();
else if (fault === 'transaction') await killInTransaction();
else killInMigration();
