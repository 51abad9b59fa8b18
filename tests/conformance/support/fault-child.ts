import { openBackend } from '#backend/backend.ts';
import type { Column, Schema, TableSchema } from '#backend/schema.ts';
import { KEY } from '../../support/backend.ts';
import { wideSchema } from '../../support/wide-schema.ts';

/** A Map that kills this process, as a power cut would, when its values are iterated for the `lives + 1`st time. */
export class DyingMap<K, V> extends Map<K, V> {
  lives = Number.POSITIVE_INFINITY;

  override values() {
    this.lives -= 1;
    if (this.lives < 0) process.kill(process.pid, 'SIGKILL');
    return super.values();
  }
}

const [, , fault = '', dataDir = '', lives = ''] = process.argv;

/** The wide schema, with the columns of one table in a map that can kill. */
function withColumns(schema: Schema, id: string, columns: ReadonlyMap<string, Column>): Schema {
  const library = schema.databases.get('library');
  const table = library?.tables.get(id);
  if (!library || !table) throw new Error(`no table ${id}`);
  const tables = new Map<string, TableSchema>([...library.tables, [id, { ...table, columns }]]);
  return { ...schema, databases: new Map([...schema.databases, ['library', { ...library, tables }]]) };
}

const library = wideSchema.databases.get('library');
const knownColumns = library?.tables.get('things')?.columns ?? new Map<string, Column>();

/** Commits a transaction of 20 rows and is killed after writing some of them. */
async function dieInTransaction(): Promise<void> {
  const columns = new DyingMap(knownColumns);
  const { app } = openBackend({
    dataDir,
    schema: withColumns(wideSchema, 'things', columns),
    apiKeys: [KEY],
  });
  const headers = { 'X-Appwrite-Project': 'minbar', 'X-Appwrite-Key': KEY };
  const send = async (path: string, method: string, body: object) => {
    const answer = await app.request(`/v1/tablesdb/transactions${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { $id: string };
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
  columns.lives = Number(lives);
  await send(`/${$id}`, 'PATCH', { commit: true });
}

/** Opens the data folder with a larger schema and is killed after creating some of its tables. */
function dieInMigration(): void {
  const columns = new DyingMap([
    ...knownColumns,
    ...Array.from({ length: 5 }, (_, at): [string, Column] => {
      const key = `added${at}`;
      return [key, { key, kind: 'boolean', required: false, array: false, default: null }];
    }),
  ]);
  columns.lives = Number(lives);
  openBackend({ dataDir, schema: withColumns(wideSchema, 'things', columns), apiKeys: [KEY] });
}

/** Writes rows until it is killed, and prints the id of each after its response. */
async function writeOn(): Promise<void> {
  const { app } = openBackend({ dataDir, schema: wideSchema, apiKeys: [KEY] });
  const headers = { 'X-Appwrite-Project': 'minbar', 'X-Appwrite-Key': KEY };
  for (let at = 0; ; at += 1) {
    const body = JSON.stringify({ rowId: `row${at}`, data: { name: `${at}`.slice(-5) } });
    const answer = await app.request('/v1/tablesdb/library/tables/things/rows', {
      method: 'POST',
      headers,
      body,
    });
    if (answer.status === 201) process.stdout.write(`row${at}\n`);
  }
}

if (fault === 'writes') await writeOn();
else if (fault === 'transaction') await dieInTransaction();
else dieInMigration();
