import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { isMet } from '#text/condition.ts';
import { searchKey } from '#text/search-key.ts';
import { scriptOrder, sortKey } from '#text/sort-key.ts';
import { compileQuery } from '#text/title-query.ts';
import { projectSchema } from '../../../tests/support/backend.ts';
import { mixedText } from '../../../tests/support/mixed-text.ts';
import {
  categories,
  contains,
  files,
  inCategory,
  openTable,
  pageOf,
  put,
  totalOf,
} from '../../../tests/support/stored-files.ts';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { openDatabase } from '../db/migrations.ts';
import { changeRow, findRow, removeRow } from '../db/rows.ts';
import { createTerm } from './sql.ts';

interface Model {
  id: string;
  name: string;
  category: string | null;
  created: string;
  sequence: number;
}

const keys = new Map<string, readonly [sort: Uint8Array, search: string]>();
function keysOf(name: string) {
  const cached = keys.get(name) ?? ([sortKey(name), searchKey(name)] as const);
  keys.set(name, cached);
  return cached;
}

/** Computes the expected ids without any index. */
function expectedIds(
  rows: readonly Model[],
  search: string,
  category: string | undefined,
  attribute: string,
  descending: boolean,
  locale: string,
): string[] {
  const groups = scriptOrder(locale) ?? [1, 2, 3];
  const keyOf = ({ name }: Model) => {
    const [group = 1, ...rest] = keysOf(name)[0];
    return Uint8Array.from([groups.indexOf(group as 1 | 2 | 3), ...rest]);
  };
  const bySequence = (a: Model, b: Model) => a.sequence - b.sequence;
  const order =
    attribute === '$createdAt'
      ? (a: Model, b: Model) =>
          (a.created < b.created ? -1 : Number(a.created > b.created)) || bySequence(a, b)
      : (a: Model, b: Model) =>
          Buffer.compare(keyOf(a), keyOf(b)) || (descending ? -1 : 1) * bySequence(a, b);
  const condition = compileQuery(search);
  const matches = rows
    .filter(
      (row) => isMet(condition, keysOf(row.name)[1]) && (category === undefined || row.category === category),
    )
    .toSorted(order);
  return (descending ? matches.toReversed() : matches).map(({ id }) => id);
}

const operation = fc.record({
  kind: fc.constantFrom('add', 'add', 'add', 'rename', 'recategorise', 'redate', 'remove'),
  at: fc.nat(1000),
  // Few names, so that many rows share one.
  name: fc.oneof(mixedText, fc.constantFrom('Fiqh.pdf', 'fiqh.pdf', 'الفقه ٢.pdf', 'Lesson 10', '')),
  category: fc.constantFrom('one', 'two', null),
  created: fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03'),
});

test('returns the same pages as a full scan after any writes, by name and by date', () => {
  const database = openDatabase(createTestFolder(), projectSchema);
  put(database, categories, 'one', { categoryName: 'One' });
  put(database, categories, 'two', { categoryName: 'الثاني' });
  let count = 0;
  const rowOf = (id: string) => findRow(openTable(database, files), id) ?? {};
  fc.assert(
    fc.property(
      fc.array(operation, { minLength: 1, maxLength: 25 }),
      mixedText,
      fc.nat(6),
      (operations, search, offset) => {
        if (database.isTransaction) database.exec('ROLLBACK');
        database.exec('BEGIN');
        const rows: Model[] = [];
        for (const { kind, at, name, category, created } of operations) {
          const row = rows[at % Math.max(rows.length, 1)];
          if (kind === 'add' || !row) {
            const id = `row${count++}`;
            const sequence = put(database, files, id, { fileName: name, category, _created: created });
            rows.push({ id, name, category, created, sequence });
          } else if (kind === 'remove') {
            removeRow(openTable(database, files), rowOf(row.id));
            rows.splice(rows.indexOf(row), 1);
          } else {
            const [column, value, field] =
              kind === 'rename'
                ? (['fileName', name, { name }] as const)
                : kind === 'redate'
                  ? (['_created', created, { created }] as const)
                  : (['category', category, { category }] as const);
            changeRow(openTable(database, files), rowOf(row.id), new Map([[column, value]]));
            Object.assign(row, field);
          }
        }
        const searches = [
          '',
          search,
          search.slice(0, 2),
          'f',
          'ال',
          'fiqh',
          'tafsir',
          'fiqh ٢',
          ...rows.slice(0, 2).map(({ name }) => name),
        ];
        for (const text of searches)
          for (const category of [undefined, 'one', 'nowhere'])
            for (const attribute of ['fileName', '$createdAt'])
              for (const [descending, locale] of [
                [false, 'en'],
                [true, 'en'],
                [false, 'ar'],
                [true, 'ar'],
              ] as const) {
                const filters = [contains(text), ...(category ? [inCategory(category)] : [])];
                const all = expectedIds(rows, text, category, attribute, descending, locale);
                expect(pageOf(database, filters, attribute, descending, { locale })).toEqual(all);
                expect(
                  pageOf(database, filters, attribute, descending, { limit: 3, offset, locale }),
                ).toEqual(all.slice(offset, offset + 3));
                expect(totalOf(database, filters)).toBe(all.length);
              }
        database.exec('ROLLBACK');
      },
    ),
    { numRuns: 20, seed: 11 },
  );
  database.close();
});

test('lists a category by name and by date in the order of an index', () => {
  const database = openDatabase(createTestFolder(), projectSchema);
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  for (const [attribute, descending] of [
    ['fileName', false],
    ['fileName', true],
    ['$createdAt', false],
    ['$createdAt', true],
  ] as const)
    pageOf(database, [inCategory('one')], attribute, descending, { limit: 10 });
  const sorted = prepare.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes('ORDER BY'));
  prepare.mockRestore();
  expect(sorted).toHaveLength(4);
  for (const sql of sorted) {
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    // Rows of one name are sorted in groups.
    expect(steps.map(({ detail }) => detail)).not.toContain('USE TEMP B-TREE FOR ORDER BY');
  }
  database.close();
});

test('a missing text matches no search, even if one alternative is blank', () => {
  const database = openDatabase(createTestFolder(), projectSchema);
  put(database, files, 'none', { fileName: null });
  put(database, files, 'zakat', { fileName: 'Zakat' });
  for (const values of [[''], ['', 'wudu']]) {
    expect(pageOf(database, [contains(...values)], '$id', false)).toEqual(['zakat']);
    expect(pageOf(database, [createTerm(files, 'notContains', 'fileName', values)], '$id', false)).toEqual(
      [],
    );
  }
  database.close();
});

test('lists pages of the matches of a frequent word, by name and by age', () => {
  const database = openDatabase(createTestFolder(), projectSchema);
  database.exec('BEGIN');
  const ids = Array.from({ length: 2100 }, (_, index) => `f${index}`);
  for (const [index, id] of ids.entries())
    put(database, files, id, { fileName: index % 100 ? `Fiqh ${2100 - index}` : 'Zakat' });
  database.exec('COMMIT');
  const expected = ids.filter((_, index) => index % 100);
  expect(expected.length).toBeGreaterThan(2000);
  const byName = expected.toReversed();
  // A search for a word and the beginning of another one, which most files match, in name order.
  for (const descending of [false, true])
    expect(pageOf(database, [contains('fiqh f')], 'fileName', descending, { limit: 10 })).toEqual(
      (descending ? expected : byName).slice(0, 10),
    );
  for (const descending of [false, true])
    for (const offset of [0, 5, expected.length - 3]) {
      const orders = [{ attribute: '$sequence', descending }];
      const all = descending ? expected.toReversed() : expected;
      expect(
        pageOf(database, [contains('salah'), contains('FIQH')], '', false, { orders, limit: 10, offset }),
      ).toEqual([]);
      expect(pageOf(database, [contains('FIQH')], '', false, { orders, limit: 10, offset })).toEqual(
        all.slice(offset, offset + 10),
      );
    }
  database.close();
});

test('orders few, several and many matches of every script correctly', () => {
  const database = openDatabase(createTestFolder(), projectSchema);
  database.exec('BEGIN');
  put(database, categories, 'one', { categoryName: 'One' });
  const rows: Model[] = [];
  // Of 1,400 lessons, 10 are rare, 60 about zakat, 140 about hadith and 1,190 about fiqh.
  // A third each begin with a Latin word, a digit and an Arabic word.
  for (let at = 0; at < 1400; at++) {
    const subject =
      at % 20 === 0 ? (at % 70 ? 'zakat زكاة' : 'rare') : at % 10 === 5 ? 'hadith حديث' : 'fiqh فقه';
    const name =
      [`${subject} ${at % 50}`, `${at % 9} ${subject}`, `كتاب ${subject} ${at % 50}`][at % 3] ?? '';
    const category = at % 4 ? null : 'one';
    const created = `2026-01-0${1 + (at % 3)}`;
    const sequence = put(database, files, `row${at}`, { fileName: name, category, _created: created });
    rows.push({ id: `row${at}`, name, category, created, sequence });
  }
  database.exec('COMMIT');
  for (const text of ['rare', 'zakat', 'حديث', 'fiqh', 'فقه'])
    for (const category of [undefined, 'one'])
      for (const attribute of ['fileName', '$createdAt'])
        for (const locale of ['en', 'ar'])
          for (const descending of [false, true]) {
            const filters = [contains(text), ...(category ? [inCategory(category)] : [])];
            const all = expectedIds(rows, text, category, attribute, descending, locale);
            for (const offset of [0, 7, Math.max(0, all.length - 5)])
              expect(pageOf(database, filters, attribute, descending, { limit: 10, offset, locale })).toEqual(
                all.slice(offset, offset + 10),
              );
            expect(totalOf(database, filters)).toBe(all.length);
          }
  database.close();
});
