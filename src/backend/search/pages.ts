import { randomUUID } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { pageWordsVersion } from '#text/page-words.ts';
import { distinctiveWords, mostSimilar } from '#text/similar-texts.ts';
import { searchedText } from '#text/verses/quoted-verses.ts';
import { withPath } from '../data-folder.ts';
import { formatDate } from '../date-text.ts';
import { registerFunctions } from '../db/functions.ts';
import { isDamagedDatabase, prepareStatement, quoteName, runAtomically } from '../db/sqlite.ts';
import {
  PAGE_SIZE,
  type PagesTable,
  type StoredRow,
  schemaIndexes,
  tableName,
  tableSql,
} from '../db/tables.ts';
import { MAX_WAL_PAGES } from '../db/wal.ts';
import type { Schema, TableSchema } from '../schema.ts';

/** A searchable page of a lesson. */
export interface LessonPage {
  readonly page: number;
  /** `letters` if only the letters of its text can be trusted. */
  readonly label: 'words' | 'letters';
  readonly text: string;
}

export interface LessonPages {
  /** The id of the lesson's row. */
  readonly lesson: string;
  /** The id of the lesson's category; empty if it has none. */
  readonly category: string;
  /** Record of the lesson's text as a whole, stored as the text of page 0. */
  readonly record: string;
  readonly pages: readonly LessonPage[];
}

/** Returns the path of the database file of lesson pages in a data folder. */
export const pagesPath = (dataDir: string): string => join(dataDir, 'words.db');

/** Columns that a table of lesson pages must have. */
const requiredColumns = ['lesson', 'category', 'page', 'label', 'text', 'search'];
/** The column of folded words, which is computed from `text` and `label` and indexed. */
const WORDS_COLUMN = 'search';
/** Increment when rows or index entries are stored differently. */
const FORMAT_VERSION = 1;

/** Returns the schema's table of lesson pages; undefined if there is none. Throws if the table lacks a required column. */
export function findPagesTable(
  schema: Schema,
  { databaseId, tableId }: { databaseId: string; tableId: string },
) {
  const table = schema.databases.get(databaseId)?.tables.get(tableId);
  const missing = table && requiredColumns.find((key) => !table.columns.has(key));
  if (missing)
    throw new Error(`appwrite.config.json: the table of pages "${tableId}" has no column "${missing}".`);
  return table;
}

/**
 * Opens `words.db` in the data folder. If the file is missing, damaged or in another format, creates an empty one, which the library
 * fills from the PDFs. Throws any other error, such as a full disk, with the file's path: reading all PDFs again can take hours.
 */
export function openPages(dataDir: string, table: TableSchema): PagesTable {
  const path = pagesPath(dataDir);
  const storedTable = {
    ...table,
    columns: new Map([...table.columns].filter(([key]) => key !== WORDS_COLUMN)),
  };
  const markedColumns = [...storedTable.columns.values()]
    .filter(
      (column) => column.kind === 'text' && !column.array && column.size <= 36 && column.format === 'plain',
    )
    .map(({ key }) => key);
  const index = quoteName(`search/${table.databaseId}/${table.id}/${pageWordsVersion}.${FORMAT_VERSION}`);
  const keyColumns = new Map();
  const rowIndexes = schemaIndexes(storedTable, keyColumns);
  const statements = [
    tableSql(storedTable),
    ...rowIndexes.map(({ sql }) => sql),
    `CREATE VIRTUAL TABLE ${index} USING fts5(words, marks, pairs, content='', contentless_delete=1, tokenize='ascii')`,
  ];
  const database = openOrReplace(path, statements);
  const computedColumns = new Map([[WORDS_COLUMN, 'page_words("text", "label")']]);
  const pages = { index, words: WORDS_COLUMN, markedColumns };
  return { ...table, database, computedColumns, keyColumns, rowIndexes, pages };
}

class OtherFormat extends Error {
  override name = 'OtherFormat';
}

function openOrReplace(path: string, statements: readonly string[]): DatabaseSync {
  try {
    return openFile(path, statements);
  } catch (error) {
    if (!(error instanceof OtherFormat || isDamagedDatabase(error))) throw error;
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    return openFile(path, statements);
  }
}

function openFile(path: string, statements: readonly string[]): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 5000, defensive: true });
    database.exec(`PRAGMA page_size = ${PAGE_SIZE}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = ${MAX_WAL_PAGES}`);
    chmodSync(path, 0o600);
    const existingSql = database
      .prepare(
        `SELECT sql FROM sqlite_schema WHERE name LIKE '%/%' AND sql IS NOT NULL
         AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')`,
      )
      .all()
      .map(({ sql }) => String(sql));
    if (existingSql.length === 0) for (const sql of statements) database.exec(sql);
    else if (existingSql.toSorted().join() !== statements.toSorted().join())
      throw new OtherFormat('words.db has another format');
    registerFunctions(database);
    database.function('page_words', { deterministic: true, directOnly: true }, wordsOf);
    return database;
  } catch (error) {
    database?.close();
    throw withPath(error, path);
  }
}

function wordsOf(text: unknown, label: unknown): string | null {
  return typeof text === 'string' && (label === 'words' || label === 'letters')
    ? searchedText(text, label)
    : null;
}

/** Time in milliseconds after which folding pages yields to other work. */
const MAX_TICK_MS = 3;

/** Reads and writes lesson pages for this process. */
export function createLessonWords(table: PagesTable) {
  const { database } = table;
  const rows = tableName(table);
  const insert = (values: Readonly<Record<string, string | number>>, words: string | null): void => {
    const now = formatDate(new Date());
    const row = { _created: now, _updated: now, _permissions: '[]', _version: 1, ...values };
    const columns = Object.keys(row);
    const placeholders = columns.map(() => '?').join(', ');
    const sql = `INSERT INTO ${rows} (${columns.map(quoteName).join(', ')}) VALUES (${placeholders})`;
    const { lastInsertRowid } = prepareStatement(database, sql).run(...Object.values(row));
    addEntry(table, Number(lastInsertRowid), row, words);
  };

  const remove = (lesson: string): void => {
    const oldRows = prepareStatement(database, `SELECT _sequence FROM ${rows} WHERE lesson = ?`).all(lesson);
    for (const { _sequence } of oldRows) removeEntry(table, Number(_sequence));
    // `run` would throw: it reads the last rowid, which FTS5 leaves above 2^53 after a deletion.
    prepareStatement(database, `DELETE FROM ${rows} WHERE lesson = ?`).all(lesson);
  };

  const words = {
    /** Folds all pages, yielding to other work in between, and then replaces the pages of all given lessons in one transaction. */
    async replace(lessons: readonly LessonPages[]): Promise<void> {
      const folded = new Map<LessonPage, string>();
      let tickStart = performance.now();
      for (const page of lessons.flatMap(({ pages }) => pages)) {
        folded.set(page, searchedText(page.text, page.label));
        if (performance.now() - tickStart < MAX_TICK_MS) continue;
        await setImmediate();
        tickStart = performance.now();
      }
      await setImmediate();
      runAtomically(database, () => {
        for (const { lesson, category, record, pages } of lessons) {
          remove(lesson);
          insert({ _id: lesson, lesson, category, page: 0, label: 'lesson', text: record }, null);
          for (const page of pages) {
            const _id = randomUUID().replaceAll('-', '');
            insert({ _id, lesson, category, ...page }, folded.get(page) ?? null);
          }
        }
      });
    },
    remove(lessons: readonly string[]): void {
      runAtomically(database, () => lessons.forEach(remove));
    },
    /** Moves the pages of a lesson to another category. Does nothing if the lesson has no record. */
    async move(lesson: string, category: string): Promise<void> {
      const [storedRecord] = words.records([lesson]);
      if (storedRecord) await words.replace([{ ...storedRecord, category, pages: words.pages(lesson) }]);
    },
    /** Lists the records of all lessons, or of the given ones. */
    records(lessons?: readonly string[]): { lesson: string; category: string; record: string }[] {
      const filter = lessons ? 'AND lesson IN (SELECT value FROM json_each(?))' : '';
      const sql = `SELECT lesson, category, text FROM ${rows} WHERE page = 0 ${filter} ORDER BY _sequence`;
      const records = prepareStatement(database, sql).all(...(lessons ? [JSON.stringify(lessons)] : []));
      return records.map(({ lesson, category, text }) => ({
        lesson: String(lesson),
        category: String(category ?? ''),
        record: String(text),
      }));
    },
    /** Lists the searchable pages of a lesson, in order. */
    pages(lesson: string): LessonPage[] {
      const sql = `SELECT page, label, text FROM ${rows} WHERE lesson = ? AND page > 0 ORDER BY page`;
      return prepareStatement(database, sql).all(lesson) as unknown as LessonPage[];
    },
    /** Counts the lessons with a record. */
    count(): number {
      return Number(
        prepareStatement(database, `SELECT count(*) AS count FROM ${rows} WHERE page = 0`).get()?.count,
      );
    },
    /** Lists the ids of up to `limit` lessons that share at least two rare words with a lesson, most similar first. */
    related: (lesson: string, limit: number): string[] => relatedLessons(table, lesson, limit),
  };
  return words;
}

function addEntry(
  { database, pages }: PagesTable,
  sequence: number,
  row: StoredRow,
  words: string | null,
): void {
  const { index, markedColumns } = pages;
  const markTerms = markedColumns
    .filter((key) => (row[key] ?? null) !== null)
    .map((key) => markOf(key, String(row[key])));
  const sql = `INSERT INTO ${index} (rowid, words, marks, pairs) VALUES (?, ?, ?, ?)`;
  prepareStatement(database, sql).run(sequence, words ?? '', markTerms.join(' '), wordPairs(words ?? ''));
}

function removeEntry({ database, pages }: PagesTable, sequence: number): void {
  prepareStatement(database, `DELETE FROM ${pages.index} WHERE rowid = ?`).all(sequence);
}

/** Limits of a search for related lessons: pages and words read from the lesson, matching pages for one word, and for all words. */
const MAX_RELATED = { pages: 20, words: 160, pagesOfWord: 25, pagesOfAll: 1500 };

function relatedLessons(table: PagesTable, lesson: string, limit: number): string[] {
  const { database, pages } = table;
  const { index } = pages;
  const rows = tableName(table);
  const lessonPages = prepareStatement(
    database,
    `SELECT page_words(text, label) AS words FROM ${rows} WHERE lesson = ? AND page > 0 LIMIT ${MAX_RELATED.pages}`,
  ).all(lesson);
  const pagesWithWord = prepareStatement(
    database,
    `SELECT rowid FROM ${index} WHERE ${index} MATCH ? LIMIT ${MAX_RELATED.pagesOfWord + 1}`,
  );
  const lessonOfPage = prepareStatement(database, `SELECT lesson FROM ${rows} WHERE _sequence = ?`);
  const lessonsOfWords: Set<string>[] = [];
  let matchCount = 0;
  const texts = lessonPages.map(({ words }) => String(words));
  for (const word of distinctiveWords(texts, MAX_RELATED.words)) {
    const matches = pagesWithWord.all(`words : "${word}"`);
    // A word of many pages does not show that lessons are related.
    if (matches.length > MAX_RELATED.pagesOfWord) continue;
    matchCount += matches.length;
    if (matchCount > MAX_RELATED.pagesOfAll) break;
    const otherLessons = new Set(matches.map(({ rowid }) => String(lessonOfPage.get(rowid ?? null)?.lesson)));
    otherLessons.delete(lesson);
    lessonsOfWords.push(otherLessons);
  }
  return mostSimilar(lessonsOfWords, limit);
}

/** Returns the index term for a column's value. No folded text contains this term. */
export function markOf(key: string, value: string): string {
  return `\uE000${Buffer.from(`${key}=${value}`).toString('hex')}`;
}

/**
 * Maximum length of a word in a pair. Two adjacent short words form one term: almost all pages contain both words, but few contain the
 * pair.
 */
const MAX_PAIRED_LETTERS = 3;

/** The separator inside a pair, and the marker between pairs that are not adjacent. No folded text contains them. */
const [JOINT, GAP] = ['\uE001', '\uE002'];

/** Returns the pairs of short words in a folded text, in order. */
function wordPairs(text: string): string {
  const pairs: string[] = [];
  let previousWord = '';
  for (const word of text.split(' ')) {
    const shortWord = word.length <= MAX_PAIRED_LETTERS ? word : '';
    if (previousWord !== '' && shortWord !== '') pairs.push(previousWord + JOINT + shortWord);
    else if (pairs.length > 0 && pairs.at(-1) !== GAP) pairs.push(GAP);
    previousWord = shortWord;
  }
  return pairs.join(' ');
}

/**
 * Translates a `contains` on the folded words of a page into an FTS5 MATCH. ` a b ` is a phrase of whole words; in ` a b` the last word is
 * a prefix. Undefined for any other value.
 */
export function phraseMatch(value: string): string | undefined {
  if (!/^ [^ ]/.test(value) || /[^\P{ASCII}a-z0-9 ]/u.test(value)) return undefined;
  const words = value.trim().split(/ +/);
  const isWhole = value.endsWith(' ');
  if (isWhole && words.length > 1 && words.every((word) => word.length <= MAX_PAIRED_LETTERS))
    return `pairs : "${wordPairs(words.join(' '))}"`;
  return `words : "${words.join(' ')}"${isWhole ? '' : ' *'}`;
}
