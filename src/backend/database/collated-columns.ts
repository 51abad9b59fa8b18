import { foldVersion } from '#text/fold.ts';
import { sortVersion } from '#text/sort-key.ts';
import { relationships, type TableSchema } from '../schema.ts';
import { quoted, systemColumns, tableName } from './names.ts';
import { wholeWords } from './whole-words.ts';

/** Raise it when keys, places or entries are kept in another way, the rules of the collation being the same. */
const keepingVersion = 3;

/** The rules by which keys, places and entries are kept: their tables and indexes are named by them, so that others are made anew. */
const keptBy = [foldVersion, sortVersion, keepingVersion].join('.');

/** The name of a column that is kept beside others: of the search or the sort key of a text, or of the place in an order. */
export const keptColumn = (attribute: string, what: 'search' | 'sort' | 'place') => `${attribute}/${what}`;

/** The text columns whose keys are kept beside them: those that an index of the schema begins with. */
export function collatedColumns(table: TableSchema): string[] {
  // A table of pages is found by the words on them, and never in the order of a text.
  if (wholeWords(table)) return [];
  const first = new Set(table.indexes.map((index) => index.columns[0]));
  return [...table.columns.values()]
    .filter((column) => column.kind === 'text' && !column.array && first.has(column.key))
    .map((column) => column.key);
}

/** The SQL that sets the keys of a row by its texts; empty when none are kept. */
export function keysSql(table: TableSchema): string {
  const ofColumn = (key: string) => [
    `${quoted(keptColumn(key, 'search'))} = search_key(${quoted(key)})`,
    `${quoted(keptColumn(key, 'sort'))} = sort_key(${quoted(key)})`,
  ];
  return collatedColumns(table).flatMap(ofColumn).join(', ');
}

/** One order of the rows of a table that is kept: each row has a number, its place, and places grow in that order. */
export type Ranking = ReturnType<typeof ranking>;

function ranking(attribute: string) {
  return {
    /** What orders the rows; rows of equal value are in the order of their `$sequence`. */
    attribute,
    /** The SQL expression of what is compared; never NULL. */
    key: systemColumns.get(attribute) ?? `ifnull(${quoted(keptColumn(attribute, 'sort'))}, x'')`,
    /** The SQL column of the places. */
    place: quoted(keptColumn(attribute, 'place')),
  };
}

/** The orders that are kept: of every collated column, and of the dates of what can be searched. */
export function rankings(table: TableSchema): Ranking[] {
  const dates = searchedTexts(table).length > 0 ? ['$createdAt'] : [];
  return [...collatedColumns(table), ...dates].map(ranking);
}

/** The kept order of an attribute, if there is one. */
export function rankingOf(table: TableSchema, attribute: string): Ranking | undefined {
  return rankings(table).find((one) => one.attribute === attribute);
}

/** A text column that is searched by an index, and the tables of that index. */
export type SearchedText = ReturnType<typeof searchedTexts>[number];

/** The text columns that are searched by an index: those with a fulltext index. */
export function searchedTexts(table: TableSchema) {
  const fulltext = table.indexes.filter(({ type }) => type === 'fulltext').map(({ columns }) => columns[0]);
  const searched = collatedColumns(table).filter((key) => fulltext.includes(key));
  return searched.map((key) => {
    const named = (...parts: string[]) =>
      quoted(['search', table.databaseId, table.id, key, ...parts, keptBy].join('/'));
    return {
      key,
      /**
       * The orders in which it can be searched: its own, and by date. The rowid of an entry is the row's place in that order, so
       * that the first matches are the first rows of the page. `long` finds texts of three or more characters (trigrams), `short`
       * those of one or two.
       */
      orders: [key, '$createdAt'].map((attribute) => ({
        ...ranking(attribute),
        long: named(attribute, 'long'),
        short: named(attribute, 'short'),
      })),
      /** Each word of the column's keys, with the number of rows that hold it. */
      words: named('$words', 'counts'),
      /** The trigrams of the words. The rowid is the word's id. */
      trigrams: named('$words', 'long'),
      /** The words of each row. The rowid is the row's `_sequence`. */
      rows: named('$words', 'rows'),
      /** What is counted of each row, as `countedGrams` says, with the number of rows that hold it. */
      grams: named('$grams', 'counts'),
    };
  });
}

/** The SQL of the indexes by which places are found and given. */
export function placeIndexes(table: TableSchema): string[] {
  return rankings(table).flatMap(({ attribute, key, place }) => {
    const index = (label: string, columns: string) => {
      const name = ['place', table.databaseId, table.id, attribute, label, keptBy].join('/');
      return `CREATE INDEX ${quoted(name)} ON ${tableName(table)} (${columns})`;
    };
    return [
      // Dates have an index of their own.
      ...(attribute.startsWith('$') ? [] : [index('key', key)]),
      index('place', place),
      ...relationships(table).map((to, at) => index(`of ${at} ${to.key}`, `${quoted(to.key)}, ${place}`)),
    ];
  });
}

/** What full-text tables have alike: they hold no texts, only where each gram or word occurs. */
const fullText = `"/grams", content='', contentless_delete=1`;

/** The SQL of the tables by which texts are searched and counted. */
export function searchTableObjects(table: TableSchema): string[] {
  return searchedTexts(table).flatMap(({ orders, words, trigrams, rows, grams }) => [
    ...[...orders.map(({ long }) => long), trigrams].map(
      (name) => `CREATE VIRTUAL TABLE ${name} USING fts5(${fullText}, tokenize='trigram case_sensitive 1')`,
    ),
    ...[...orders.map(({ short }) => short), rows].map(
      (name) => `CREATE VIRTUAL TABLE ${name} USING fts5(${fullText}, detail=none, tokenize='ascii')`,
    ),
    ...[words, grams].map(
      (name) =>
        `CREATE TABLE ${name} (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, count INTEGER) STRICT`,
    ),
  ]);
}
