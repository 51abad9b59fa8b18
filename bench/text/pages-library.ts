import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openBackend } from '../../src/backend/backend.ts';
import { dateText } from '../../src/backend/date-text.ts';
import { storedWords } from '../../src/backend/db/folded-text.ts';
import { pageIndex } from '../../src/backend/db/page-terms.ts';
import type { TableSchema } from '../../src/backend/schema.ts';
import { readSchema } from '../../src/backend/schema-file.ts';
import { pageWords } from '../../src/text/page-words.ts';
import { pageText } from './generated-pages.ts';

const KEY = 'standard_of-the-benchmark-only';
const schema = readSchema(join(import.meta.dirname, '../../appwrite.config.json'));
const pagesOfLesson = 10;
const pages = schema.databases.get('library')?.tables.get('pages') as TableSchema;
const now = dateText(new Date());

/** An embedded backend with made-up pages, and the same pages in plain tables. */
export interface PagesLibrary {
  readonly plain: DatabaseSync;
  /** Seconds that making the index took. */
  readonly seconds: number;
  /** Of the database file, of its index, and of the texts as written. */
  readonly bytes: number;
  readonly indexBytes: number;
  readonly textBytes: number;
  ask(queries: readonly object[], counted: boolean): Promise<unknown>;
  /** Writes something that no question asks for, as another program would. */
  write(): void;
  close(): Promise<void>;
}

export async function openPagesLibrary(count: number): Promise<PagesLibrary> {
  const dataDir = mkdtempSync(join(tmpdir(), 'minbar-bench-text-'));
  await openBackend({ dataDir, schema, apiKeys: [KEY] }).close();
  const path = join(dataDir, 'minbar.db');
  const plain = new DatabaseSync(join(dataDir, 'plain.db'));
  const textBytes = fill(path, plain, count);
  const before = statSync(path).size;
  const begun = performance.now();
  const backend = openBackend({ dataDir, schema, apiKeys: [KEY] });
  const seconds = (performance.now() - begun) / 1000;
  const other = new DatabaseSync(path);
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const bytes = statSync(path).size;
  const headers = { 'X-Appwrite-Project': schema.projectId, 'X-Appwrite-Key': KEY };
  return {
    plain,
    seconds,
    bytes,
    indexBytes: bytes - before,
    textBytes,
    async ask(queries, counted) {
      const all = queries.map((query) => `queries[]=${encodeURIComponent(JSON.stringify(query))}`);
      const url = `/v1/tablesdb/library/tables/pages/rows?${[...all, `total=${counted}`].join('&')}`;
      const response = await backend.app.request(url, { headers });
      if (!response.ok) throw new Error(await response.text());
      return response.json();
    },
    write() {
      other.exec(`REPLACE INTO meta (name, value) VALUES ('bench', '')`);
    },
    async close() {
      plain.close();
      other.close();
      await backend.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Writes the rows as a Minbar without the index would have left them: the next start makes it; and the same pages in plain tables. */
function fill(path: string, plain: DatabaseSync, count: number): number {
  const database = new DatabaseSync(path);
  database.exec(
    `PRAGMA cache_size = -256000; PRAGMA synchronous = OFF; DROP TABLE ${pageIndex(pages)?.name}; BEGIN`,
  );
  plain.exec(`PRAGMA cache_size = -256000; PRAGMA synchronous = OFF; BEGIN;
    CREATE TABLE pages (page INTEGER PRIMARY KEY, search TEXT);
    CREATE VIRTUAL TABLE words USING fts5(search, content='pages', content_rowid='page')`);
  const row = database.prepare(
    `INSERT INTO "rows/library/pages" (_id, _created, _updated, _permissions, _version, lesson, category, page, label, text, search)
     VALUES (?, '${now}', '${now}', '[]', 1, ?, ?, ?, 'words', ?, ?)`,
  );
  const plainRow = plain.prepare('INSERT INTO pages VALUES (?, ?)');
  const id = (letter: string, number: number) => letter + String(number).padStart(19, '0');
  let bytes = 0;
  let stored: string | null | undefined;
  for (let index = 0; index < count; index++) {
    const text = pageText(index);
    bytes += Buffer.byteLength(text);
    const lesson = Math.floor(index / pagesOfLesson);
    const search = pageWords(text, 'words');
    // Alike for all of them, and what takes longest.
    stored ??= storedWords(pages, { text, label: 'words', search })[0]?.[1];
    row.run(
      id('p', index),
      id('l', lesson),
      id('c', lesson % 10),
      (index % pagesOfLesson) + 1,
      text,
      stored ?? null,
    );
    plainRow.run(index, search);
  }
  plain.exec(`INSERT INTO words (words) VALUES ('rebuild'); COMMIT`);
  database.exec('COMMIT; VACUUM');
  database.close();
  return bytes;
}
