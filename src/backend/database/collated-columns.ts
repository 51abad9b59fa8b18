import { foldVersion } from '#contract/collation/fold.ts';
import { sortVersion } from '#contract/collation/sort-key.ts';
import { relationships, type TableSchema } from '../schema.ts';
import { quoted, tableName } from './names.ts';
import { wholeWords } from './whole-words.ts';

/** Raise it when keys, places or entries are kept in another way, the rules of the collation being the same. */
const keepingVersion = 3;

/** The rules by which keys, places and entries are kept: their tables and indexes are named by them, so that others are made anew. */
export const keptBy = [foldVersion, sortVersion, keepingVersion].join('.');

/** The name of the column beside a text column that holds its search key. */
export const searchColumn = (key: string): string => `${key}/search`;
/** The name of the column beside a text column that holds its sort key. */
export const sortColumn = (key: string): string => `${key}/sort`;
/** The name of the column that holds a row's place in the order of an attribute. */
export const placeColumn = (attribute: string): string => `${attribute}/place`;

/** The text columns whose keys are kept beside them: those that an index of the schema begins with. */
export function collatedColumns(table: TableSchema): string[] {
  // A table of pages is found by the words on them, and never in the order of a text.
  if (wholeWords(table)) return [];
  const first = new Set(table.indexes.map((index) => index.columns[0]));
  return [...table.columns.values()]
    .filter((column) => column.kind === 'text' && !column.array && first.has(column.key))
    .map((column) => column.key);
}

/** The text columns that are searched by an index: those with a fulltext index. */
export function searchedColumns(table: TableSchema): string[] {
  const fulltext = table.indexes
    .filter((index) => index.type === 'fulltext')
    .map((index) => index.columns[0]);
  return collatedColumns(table).filter((key) => fulltext.includes(key));
}

/** One order of the rows of a table that is kept: each row has a number, its place, and places grow in that order. */
export interface Ranking {
  /** What orders the rows; rows of equal value are in the order of their `$sequence`. */
  readonly attribute: string;
  /** The SQL expression of what is compared; never NULL. */
  readonly key: string;
  /** The SQL column of the places. */
  readonly place: string;
}

/** The orders that are kept: of every collated column, and of the dates of what can be searched. */
export function rankings(table: TableSchema): Ranking[] {
  const keys = collatedColumns(table).map((key) => [key, `ifnull(${quoted(sortColumn(key))}, x'')`] as const);
  const dates = searchedColumns(table).length > 0 ? [['$createdAt', '_created'] as const] : [];
  return [...keys, ...dates].map(([attribute, key]) => ({
    attribute,
    key,
    place: quoted(placeColumn(attribute)),
  }));
}

/** The SQL of the indexes by which places are found and given. */
export function placeIndexes(table: TableSchema): string[] {
  const index = (ranking: Ranking, label: string, columns: string) => {
    const name = ['place', table.databaseId, table.id, ranking.attribute, label, keptBy].join('/');
    return `CREATE INDEX ${quoted(name)} ON ${tableName(table)} (${columns})`;
  };
  return rankings(table).flatMap((ranking) => [
    // Dates have an index of their own.
    ...(ranking.attribute.startsWith('$') ? [] : [index(ranking, 'key', ranking.key)]),
    index(ranking, 'place', ranking.place),
    ...relationships(table).map(({ key }, at) =>
      index(ranking, `of ${at} ${key}`, `${quoted(key)}, ${ranking.place}`),
    ),
  ]);
}
