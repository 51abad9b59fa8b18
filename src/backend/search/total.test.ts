import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { holds } from '#text/condition.ts';
import { searchKey } from '#text/search-key.ts';
import { compileQuery } from '#text/title-query.ts';
import { projectSchema } from '../../../tests/support/backend.ts';
import { mixedText } from '../../../tests/support/mixed-text.ts';
import {
  categories,
  contains,
  everyRow,
  files,
  inCategory,
  opened,
  put,
  totalOf,
} from '../../../tests/support/stored-files.ts';
import { searchedTexts } from '../database/collated-columns.ts';
import { keyWords } from '../database/key-words.ts';
import { openDatabase } from '../database/open.ts';
import { changeRow, removeRow } from '../database/row-writer.ts';
import { readQuestion } from './reading.ts';
import type { Term } from './term.ts';
import { keptTotal, soonTotal } from './total.ts';

const folder = mkdtempSync(join(tmpdir(), 'minbar-total-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [kept] = searchedTexts(files);

const sooner = (database: DatabaseSync, terms: readonly Term[]) =>
  soonTotal(
    readQuestion(
      opened(database, files),
      { terms, orders: [], limit: 1, offset: 0, cursor: undefined },
      everyRow,
    ),
  );

type Row = { name: string; category: string | null };

const words =
  'Lesson,lessons,الدرس,درس,أحكام,احكام,الصلاة,القُرآن,القرآن,Tafseer,tafsir,al-Fiqh,Fiqh,12,١٢,112,كلّّّ'.split(
    ',',
  );
const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...words) },
  { weight: 1, arbitrary: mixedText },
);
const name = fc.array(word, { maxLength: 4 }).map((parts) => `${parts.join(' ')}.pdf`);
const query = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
  fc
    .tuple(name, fc.nat(12), fc.integer({ min: 1, max: 8 }))
    .map(([text, from, size]) => text.slice(from, from + size)),
);
const operation = fc.record({
  what: fc.constantFrom('add', 'add', 'rename', 'recategorise', 'remove'),
  at: fc.nat(1000),
  name,
  category: fc.constantFrom('one', 'two', null),
});

/** The number of rows that hold each word, as it is kept and as it should be. */
function expectCounts(database: DatabaseSync, rows: Iterable<Row>): void {
  const counts = new Map<string, number>();
  for (const { name } of rows)
    for (const one of keyWords(searchKey(name))) counts.set(one, (counts.get(one) ?? 0) + 1);
  const found = database.prepare(`SELECT id, text, count FROM ${kept?.words}`).all();
  expect(new Map(found.map(({ text, count }) => [text, count]))).toEqual(counts);
  const entries = database.prepare(`SELECT rowid AS id FROM ${kept?.trigrams} ORDER BY rowid`).all();
  expect(entries.map(({ id }) => id)).toEqual(found.map(({ id }) => Number(id)).toSorted((a, b) => a - b));
}

test('after any writes, totals are what a look at all rows gives', () => {
  const database = openDatabase(join(folder, 'writes'), projectSchema);
  put(database, categories, 'one', { categoryName: 'One' });
  put(database, categories, 'two', { categoryName: 'الثاني' });
  let told = 0;
  let count = 0;
  fc.assert(
    fc.property(
      fc.array(operation, { minLength: 1, maxLength: 40 }),
      fc.array(query, { minLength: 10, maxLength: 10 }),
      (operations, queries) => {
        database.exec('BEGIN');
        const rows = new Map<string, Row>();
        for (const { what, at, name, category } of operations) {
          const [id, row] = [...rows][at % Math.max(rows.size, 1)] ?? [];
          if (what === 'add' || !id || !row) {
            put(database, files, `f${count}`, { fileName: name, category });
            rows.set(`f${count++}`, { name, category });
          } else if (what === 'remove') {
            removeRow(opened(database, files), id);
            rows.delete(id);
          } else {
            const change = what === 'rename' ? { name } : { category };
            changeRow(
              opened(database, files),
              id,
              new Map(what === 'rename' ? [['fileName', name]] : [['category', category]]),
            );
            rows.set(id, { ...row, ...change });
          }
        }
        expectCounts(database, rows.values());
        // Of what is there, texts that end and begin inside words are asked for too.
        const parts = [...rows.values()].slice(0, 8).map(({ name }, at) => name.slice(at, at + 3 + (at % 4)));
        for (const [at, text] of [
          ...queries,
          ...parts,
          'ّّّ',
          'p',
          'pd',
          'pdf',
          'lesson',
          'lesson 12',
          'أحكام الدرس',
        ].entries())
          for (const category of [undefined, 'one', 'nowhere']) {
            const texts = at % 5 === 4 ? [text, queries[0] ?? ''] : [text];
            const filters = [contains(...texts), ...(category ? [inCategory(category)] : [])];
            const matching = [...rows.values()].filter(
              (row) =>
                texts.some((one) => holds(compileQuery(one), searchKey(row.name))) &&
                (category === undefined || row.category === category),
            ).length;
            expect(totalOf(database, filters)).toBe(matching);
            const soon = sooner(database, filters);
            if (soon !== undefined) expect(soon).toBe(matching);
            if (soon) told++;
          }
        for (const category of [undefined, 'one', 'two', 'nowhere']) {
          const filters = category ? [inCategory(category)] : [];
          const there = [...rows.values()].filter((row) => !category || row.category === category).length;
          expect(totalOf(database, filters)).toBe(there);
          if (category !== 'nowhere') expect(sooner(database, filters)).toBe(there);
        }
        for (const id of rows.keys()) removeRow(opened(database, files), id);
        expectCounts(database, []);
        expect(database.prepare(`SELECT * FROM ${kept?.grams}`).all()).toEqual([]);
        database.exec('ROLLBACK');
        expectCounts(database, []);
      },
    ),
    { numRuns: 80, seed: 12 },
  );
  expect(told).toBeGreaterThan(500);
  database.close();
});

test('a database without what totals are counted by gets it at the next start', () => {
  const dataDir = join(folder, 'before');
  const names = ['أحكام الصيام.pdf', 'Lesson 12.pdf', 'lesson 112.pdf', '', '...'];
  const before = openDatabase(dataDir, projectSchema);
  for (const [at, fileName] of names.entries()) put(before, files, `f${at}`, { fileName });
  // As an older Minbar left it.
  for (const name of [kept?.trigrams, kept?.rows, kept?.words, kept?.grams])
    before.exec(`DROP TABLE ${name}`);
  before.close();
  const after = openDatabase(dataDir, projectSchema);
  expectCounts(
    after,
    names.map((name) => ({ name, category: null })),
  );
  const totals = ['lesson', 'lesson 12', 'احكام', 'p', 'pd'].map((text) => sooner(after, [contains(text)]));
  expect(totals).toEqual([2, 2, 1, 3, 3]);
  expect(sooner(after, [])).toBe(names.length);
  after.close();
});

test('a total is counted again after every write, and never kept from a transaction that is taken back', () => {
  const database = new DatabaseSync(':memory:');
  let asked = 0;
  database.function('asked', () => {
    asked++;
    return 1;
  });
  database.exec('CREATE TABLE things (name TEXT); INSERT INTO things VALUES (1)');
  const count = () => Number(database.prepare('SELECT count(*) AS n FROM things WHERE asked()').get()?.n);
  const total = () => keptTotal(database, 'things', count);
  expect([total(), total(), asked]).toEqual([1, 1, 1]);
  database.exec('INSERT INTO things VALUES (2)');
  expect(total()).toBe(2);
  database.exec('BEGIN; INSERT INTO things VALUES (3)');
  expect(total()).toBe(3);
  database.exec('ROLLBACK');
  expect(total()).toBe(2);
});
