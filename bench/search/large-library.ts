import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Backend, openBackend } from '../../src/backend/backend.ts';
import { readSchema } from '../../src/backend/schema-file.ts';
import { title } from './titles.ts';

const KEY = 'standard_of-the-benchmark-only';
const schema = readSchema(join(import.meta.dirname, '../../appwrite.config.json'));
const CATEGORIES = 100;

export interface LargeLibrary {
  readonly backend: Backend;
  /** Another connection to the same file, for what plain SQL would do. */
  readonly plain: DatabaseSync;
  /** Seconds that rebuilding all keys and search indexes took. */
  readonly seconds: number;
  /** MiB of the database file. */
  readonly size: number;
  /** The answer to `queries`, parsed, names in the order of a language. Counting is left out unless asked for. */
  ask(
    queries: readonly object[],
    counted: boolean,
    locale?: string,
  ): Promise<{ total: number; rows: object[] }>;
  /** Writes something that no question asks for, as another program would. */
  write(): void;
  close(): Promise<void>;
}

/** An embedded backend with `count` files in categories of very different sizes. */
export async function openLargeLibrary(count: number): Promise<LargeLibrary> {
  const dataDir = mkdtempSync(join(tmpdir(), 'minbar-bench-search-'));
  await openBackend({ dataDir, schema, apiKeys: [KEY] }).close();
  const path = join(dataDir, 'minbar.db');
  fill(path, count);
  const begun = performance.now();
  const backend = openBackend({ dataDir, schema, apiKeys: [KEY] });
  const seconds = (performance.now() - begun) / 1000;
  const plain = new DatabaseSync(path);
  plain.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const headers = { 'X-Appwrite-Project': schema.projectId, 'X-Appwrite-Key': KEY };
  return {
    backend,
    plain,
    seconds,
    size: statSync(path).size / 2 ** 20,
    async ask(queries, counted, locale = 'en') {
      const all = queries.map((query) => `queries[]=${encodeURIComponent(JSON.stringify(query))}`);
      const url = `/v1/tablesdb/library/tables/files/rows?${[...all, `total=${counted}`].join('&')}`;
      const response = await backend.app.request(url, {
        headers: { ...headers, 'X-Appwrite-Locale': locale },
      });
      if (!response.ok) throw new Error(await response.text());
      return (await response.json()) as { total: number; rows: object[] };
    },
    write() {
      plain.exec(`REPLACE INTO meta (name, value) VALUES ('bench', '')`);
    },
    async close() {
      plain.close();
      await backend.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Writes the rows as a Minbar without a collation would have left them: the next start makes the rest. */
function fill(path: string, count: number): void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA cache_size = -256000; PRAGMA synchronous = OFF; BEGIN');
  const common = `_id, _created, _updated, _permissions, _version`;
  const category = database.prepare(
    `INSERT INTO "rows/library/categories" (${common}, categoryName) VALUES (?, ?, ?, '[]', 1, ?)`,
  );
  const date = (index: number) => new Date(Date.UTC(2020, 0, 1) + index * 60_000).toISOString();
  for (let index = 0; index < CATEGORIES; index++)
    category.run(`c${index}`, date(index), date(index), `Category ${index}`);
  const file = database.prepare(
    `INSERT INTO "rows/library/files" (${common}, url, fileName, fileSize, fileId, category) VALUES (?, ?, ?, '[]', 1, ?, ?, ?, ?, ?)`,
  );
  for (let index = 0; index < count; index++) {
    // The square makes the first categories large: the first holds a tenth of all files.
    const place = Math.floor((((index * 7919) % 10_007) ** 2 / 10_007 ** 2) * CATEGORIES);
    file.run(
      `f${index}`,
      date(index),
      date(index),
      `https://example.org/${index}.pdf`,
      title(index),
      index,
      `f${index}`,
      `c${place}`,
    );
  }
  const indexes = database.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'keys/%'`).all();
  for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`);
  database.exec('COMMIT');
  database.close();
}
