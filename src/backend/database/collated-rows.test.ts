import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { compileQuery } from '#contract/collation/compile-query.ts';
import { holds } from '#contract/collation/condition.ts';
import { scriptOrder } from '#contract/collation/script-order.ts';
import { searchKey } from '#contract/collation/search-key.ts';
import { sortKey } from '#contract/collation/sort-key.ts';
import { projectSchema } from '../../../tests/support/backend.ts';
import { mixedText } from '../../../tests/support/mixed-text.ts';
import type { Filter, RowQuery } from '../queries/row-query.ts';
import type { TableSchema } from '../schema.ts';
import { askRows } from '../search/question.ts';
import { openDatabase } from './open.ts';
import { changeRow, insertRow, removeRow } from './row-writer.ts';

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'minbar-collated-'));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const tables = projectSchema.databases.get('library')?.tables;
const files = tables?.get('files') as TableSchema;
const categories = tables?.get('categories') as TableSchema;
const everyRow = { text: 'TRUE', values: [] };

interface Model {
  id: string;
  name: string;
  category: string | null;
  created: string;
  sequence: number;
}

function put(
  database: DatabaseSync,
  table: TableSchema,
  id: string,
  values: Record<string, string | null>,
): number {
  const row = insertRow(
    database,
    table,
    new Map(Object.entries({ _id: id, _created: '2026', _updated: '2026', _permissions: '[]', ...values })),
  );
  return Number(row._sequence);
}

const contains = (value: string): Filter => ({
  kind: 'test',
  method: 'contains',
  attribute: 'fileName',
  values: [value],
});

function inCategory(id: string): Filter {
  const column = files.columns.get('category');
  if (column?.kind !== 'relationship') throw new Error('the schema has changed');
  return {
    kind: 'related',
    column,
    table: categories,
    filter: { kind: 'test', method: 'equal', attribute: '$id', values: [id] },
  };
}

function page(
  database: DatabaseSync,
  filters: readonly Filter[],
  attribute: string,
  descending: boolean,
  part: Partial<RowQuery & { locale: string }> = {},
): string[] {
  const tie = attribute === '$createdAt' && descending;
  const orders = [
    { attribute, descending },
    { attribute: '$sequence', descending: tie },
  ];
  const query = { filters, orders, limit: 1000, offset: 0, cursor: undefined, ...part };
  return askRows(database, files, query, everyRow)
    .page()
    .map((row) => String(row._id));
}

function total(database: DatabaseSync, filters: readonly Filter[]): number {
  const query = { filters, orders: [], limit: 1, offset: 0, cursor: undefined };
  return askRows(database, files, query, everyRow).total();
}

/** What the same question answers without any index. */
function expected(
  rows: readonly Model[],
  search: string,
  category: string | undefined,
  attribute: string,
  descending: boolean,
  locale: string,
): string[] {
  const groups = scriptOrder(locale) ?? [1, 2, 3];
  const keyOf = ({ name }: Model) => {
    const [group = 1, ...rest] = sortKey(name);
    return Uint8Array.from([groups.indexOf(group as 1 | 2 | 3), ...rest]);
  };
  const bySequence = (one: Model, other: Model) => one.sequence - other.sequence;
  const order =
    attribute === '$createdAt'
      ? (one: Model, other: Model) =>
          (one.created < other.created ? -1 : Number(one.created > other.created)) || bySequence(one, other)
      : (one: Model, other: Model) =>
          Buffer.compare(keyOf(one), keyOf(other)) || (descending ? -1 : 1) * bySequence(one, other);
  const found = rows
    .filter(
      (row) =>
        holds(compileQuery(search), searchKey(row.name)) &&
        (category === undefined || row.category === category),
    )
    .toSorted(order);
  return (descending ? found.toReversed() : found).map(({ id }) => id);
}

const operation = fc.record({
  what: fc.constantFrom('add', 'add', 'add', 'rename', 'recategorise', 'redate', 'remove'),
  at: fc.nat(1000),
  // Few names, so that many rows share one.
  name: fc.oneof(mixedText, fc.constantFrom('Fiqh.pdf', 'fiqh.pdf', 'الفقه ٢.pdf', 'Lesson 10', '')),
  category: fc.constantFrom('one', 'two', null),
  created: fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03'),
});

test('after any writes, every page in every order is what a look at all rows gives', () => {
  const database = openDatabase(newFolder(), projectSchema);
  put(database, categories, 'one', { categoryName: 'One' });
  put(database, categories, 'two', { categoryName: 'الثاني' });
  let count = 0;
  fc.assert(
    fc.property(
      fc.array(operation, { minLength: 1, maxLength: 25 }),
      mixedText,
      fc.nat(6),
      (operations, search, offset) => {
        database.exec('BEGIN');
        const rows: Model[] = [];
        for (const { what, at, name, category, created } of operations) {
          const row = rows[at % Math.max(rows.length, 1)];
          if (what === 'add' || !row) {
            const id = `row${count++}`;
            const sequence = put(database, files, id, { fileName: name, category, _created: created });
            rows.push({ id, name, category, created, sequence });
          } else if (what === 'remove') {
            removeRow(database, files, row.id);
            rows.splice(rows.indexOf(row), 1);
          } else {
            const [column, value, field] =
              what === 'rename'
                ? (['fileName', name, { name }] as const)
                : what === 'redate'
                  ? (['_created', created, { created }] as const)
                  : (['category', category, { category }] as const);
            changeRow(database, files, row.id, new Map([[column, value]]));
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
                const all = expected(rows, text, category, attribute, descending, locale);
                expect(page(database, filters, attribute, descending, { locale })).toEqual(all);
                expect(page(database, filters, attribute, descending, { limit: 3, offset, locale })).toEqual(
                  all.slice(offset, offset + 3),
                );
                expect(total(database, filters)).toBe(all.length);
              }
        database.exec('ROLLBACK');
      },
    ),
    { numRuns: 20, seed: 11 },
  );
  database.close();
});

test('rows that are always put at the same place find room there', () => {
  const database = openDatabase(newFolder(), projectSchema);
  database.exec('BEGIN');
  put(database, files, 'first', { fileName: 'a' });
  put(database, files, 'last', { fileName: 'c' });
  const names = Array.from({ length: 300 }, (_, index) => `b ${index}`);
  for (const name of names) put(database, files, name.replace(' ', '-'), { fileName: name });
  expect(page(database, [], 'fileName', false)).toEqual([
    'first',
    ...names.map((name) => name.replace(' ', '-')),
    'last',
  ]);
  expect(page(database, [contains('b 299')], 'fileName', true)).toEqual(['b-299']);
  database.exec('COMMIT');
  database.close();
});

test('a search of many files shows those at the beginning of its order, or the oldest or newest', () => {
  const database = openDatabase(newFolder(), projectSchema);
  database.exec('BEGIN');
  const ids = Array.from({ length: 2100 }, (_, index) => `f${index}`);
  for (const [index, id] of ids.entries())
    put(database, files, id, { fileName: index % 100 ? `Fiqh ${2100 - index}` : 'Zakat' });
  database.exec('COMMIT');
  const found = ids.filter((_, index) => index % 100);
  expect(found.length).toBeGreaterThan(2000);
  const byName = found.toReversed();
  // Most of all files, told by a word and the beginning of one: they are looked for in their order.
  for (const descending of [false, true])
    expect(page(database, [contains('fiqh f')], 'fileName', descending, { limit: 10 })).toEqual(
      (descending ? found : byName).slice(0, 10),
    );
  for (const descending of [false, true])
    for (const offset of [0, 5, found.length - 3]) {
      const orders = [{ attribute: '$sequence', descending }];
      const all = descending ? found.toReversed() : found;
      expect(
        page(database, [contains('salah'), contains('FIQH')], '', false, { orders, limit: 10, offset }),
      ).toEqual([]);
      expect(page(database, [contains('FIQH')], '', false, { orders, limit: 10, offset })).toEqual(
        all.slice(offset, offset + 10),
      );
    }
  database.close();
});

test('what was kept by other rules is made anew at the next start, all of it', () => {
  const folder = newFolder();
  const before = openDatabase(folder, projectSchema);
  put(before, files, 'one', { fileName: 'أحكام الصيام' });
  put(before, files, 'two', { fileName: 'Fiqh' });
  // As if an older Minbar had written the keys by rules of its own.
  before.exec(
    `UPDATE "rows/library/files" SET "fileName/search" = 'old', "fileName/sort" = x'00', "fileName/place" = -_sequence`,
  );
  before.exec(`UPDATE meta SET value = 'old' WHERE name LIKE 'collation/%'`);
  before.close();
  const after = openDatabase(folder, projectSchema);
  expect(page(after, [], 'fileName', false)).toEqual(['two', 'one']);
  expect(page(after, [contains('احكام')], 'fileName', false)).toEqual(['one']);
  expect(
    page(
      after,
      [{ kind: 'test', method: 'notContains', attribute: 'fileName', values: ['احكام'] }],
      'fileName',
      false,
    ),
  ).toEqual(['two']);
  after.close();
});
