import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Backend, openBackend } from '../../src/backend/backend.ts';
import { readSchema } from '../../src/backend/schema-file.ts';
import { pageWords } from '../../src/text/page-words.ts';
import { pageText } from './generated-pages.ts';

const KEY = 'standard_of-the-benchmark-only';
const schema = readSchema(join(import.meta.dirname, '../../appwrite.config.json'));
const pagesOfLesson = 10;
const pagesTable = { databaseId: 'library', tableId: 'pages' };
/** Lessons that are written together. */
const LESSONS_AT_ONCE = 10;

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
  const path = join(dataDir, 'words.db');
  const plain = new DatabaseSync(join(dataDir, 'plain.db'));
  const backend = openBackend({ dataDir, schema, pagesTable, apiKeys: [KEY] });
  const textBytes = fillPlain(plain, count);
  const begun = performance.now();
  await fill(backend, count);
  const seconds = (performance.now() - begun) / 1000;
  const other = new DatabaseSync(path);
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const bytes = statSync(path).size;
  const headers = { 'X-Appwrite-Project': schema.projectId, 'X-Appwrite-Key': KEY };
  return {
    plain,
    seconds,
    bytes,
    indexBytes: bytes - textBytes,
    textBytes,
    async ask(queries, counted) {
      const all = queries.map((query) => `queries[]=${encodeURIComponent(JSON.stringify(query))}`);
      const url = `/v1/tablesdb/library/tables/pages/rows?${[...all, `total=${counted}`].join('&')}`;
      const response = await backend.app.request(url, { headers });
      if (!response.ok) throw new Error(await response.text());
      return response.json();
    },
    write() {
      backend.words?.remove(['none']);
    },
    async close() {
      plain.close();
      other.close();
      await backend.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Writes the pages as the library does. */
async function fill({ words }: Backend, count: number): Promise<void> {
  const id = (letter: string, number: number) => letter + String(number).padStart(19, '0');
  const lessons = Math.ceil(count / pagesOfLesson);
  const lessonAt = (number: number) => ({
    lesson: id('l', number),
    category: id('c', number % 10),
    head: '{}',
    pages: Array.from({ length: Math.min(pagesOfLesson, count - number * pagesOfLesson) }, (_, at) => ({
      page: at + 1,
      label: 'words' as const,
      text: pageText(number * pagesOfLesson + at),
    })),
  });
  for (let first = 0; first < lessons; first += LESSONS_AT_ONCE) {
    const some = Math.min(LESSONS_AT_ONCE, lessons - first);
    await words?.replace(Array.from({ length: some }, (_, at) => lessonAt(first + at)));
  }
}

/** Writes the same pages into plain tables; returns the bytes of their texts. */
function fillPlain(plain: DatabaseSync, count: number): number {
  plain.exec(`PRAGMA cache_size = -256000; PRAGMA synchronous = OFF; BEGIN;
    CREATE TABLE pages (page INTEGER PRIMARY KEY, search TEXT);
    CREATE VIRTUAL TABLE words USING fts5(search, content='pages', content_rowid='page')`);
  const row = plain.prepare('INSERT INTO pages VALUES (?, ?)');
  let bytes = 0;
  for (let index = 0; index < count; index++) {
    const text = pageText(index);
    bytes += Buffer.byteLength(text);
    row.run(index, pageWords(text, 'words'));
  }
  plain.exec(`INSERT INTO words (words) VALUES ('rebuild'); COMMIT`);
  return bytes;
}
