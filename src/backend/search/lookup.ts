import type { DatabaseSync } from 'node:sqlite';
import { type Condition, combined } from '#text/condition.ts';
import { searchedTexts } from '../database/collated-columns.ts';
import type { OpenTable } from '../database/open-table.ts';
import { narrowingRelationships, sequenceOf } from '../database/search-entries.ts';
import { gramWord, relatedTrigram, relatedWord, shortGrams } from '../database/search-grams.ts';
import type { Sql } from '../database/sql.ts';
import { statement } from '../database/statements.ts';
import type { Term } from './term.ts';

/** The part of a question that a full-text index answers: conditions on one text column, and rows named by relationships. */
export type Lookup = NonNullable<ReturnType<typeof lookUp>>;

/** A query of a full-text table. */
export interface Source {
  readonly from: string;
  /** An FTS5 MATCH expression. */
  readonly match: string;
  /** The SQL column of the rows that the rowids are. */
  readonly column: string;
  /** The number of matches, when it is kept. */
  readonly total?: number;
  /** How many matches are counted at most; all when left out. */
  readonly mostCounted?: number;
}

/** The condition that a full-text query finds the row. */
export function foundSql({ from, match, column }: Source): Sql {
  return { text: `${column} IN (SELECT rowid FROM ${from} WHERE ${from} MATCH ?)`, values: [match] };
}

/** Counts the matches, up to `most`. */
export function countSource(
  database: DatabaseSync,
  { from, match, total, mostCounted = -1 }: Source,
  most = mostCounted,
): number {
  if (total !== undefined) return total;
  const sql = `SELECT count(*) AS total FROM (SELECT rowid FROM ${from} WHERE ${from} MATCH ? LIMIT ?)`;
  return Number(statement(database, sql).get(match, most)?.total);
}

/** What an index answers of terms that must all hold; undefined when it answers none. */
export function lookUp(table: OpenTable, terms: readonly Term[]) {
  for (const text of searchedTexts(table)) {
    const texts = terms.filter(
      (term): term is Term & { kind: 'text' } =>
        term.kind === 'text' &&
        term.attribute === text.key &&
        !term.negated &&
        searchExpression(term.condition) !== undefined,
    );
    const conditions = texts.map(({ condition }) => condition);
    const condition = combined(conditions, 'all');
    const expression = searchExpression(condition);
    if (!expression) continue;
    const narrowing = terms.flatMap((term) => narrowedBy(table, term) ?? []);
    const asked: Term[] = [...texts, ...narrowing.map(({ term }) => term)];
    const others = terms.filter((term) => !asked.includes(term));
    return {
      /** The text column and its tables. */
      text,
      /** What its search key must satisfy. */
      condition,
      expression,
      narrowing,
      /** Terms that the index does not cover. */
      others,
      /** Terms that a match must still be checked against: the others, and texts whose query is not exact. */
      rest: expression.exact ? others : [...others, ...texts],
    };
  }
  return undefined;
}

/** The query whose rowids are the places in the order of `attribute`; undefined when none is kept in it. */
export function sourceInOrder({ text, expression, narrowing }: Lookup, attribute = text.key) {
  const order = text.orders.find((one) => one.attribute === attribute);
  if (!order) return undefined;
  const long = expression.length === 'long';
  const mark = long ? relatedTrigram : relatedWord;
  const marks = narrowing.map(({ relationship, sequence }) => `"${mark(relationship, sequence)}"`);
  return {
    from: long ? order.long : order.short,
    match: [`(${expression.match})`, ...marks].join(' AND '),
    column: order.place,
  };
}

/**
 * What a term on the id of a related row narrows to: a relationship, by its number, and the row that it is to name. Undefined for other
 * terms, and when there is no such row.
 */
export function narrowedBy(table: OpenTable, term: Term) {
  if (term.kind !== 'related' || term.id === undefined) return undefined;
  const { key, relatedTable } = term.column;
  const relationship = narrowingRelationships(table).findIndex((column) => column.key === key);
  const sequence = relationship < 0 ? undefined : sequenceOf(table.tables.get(relatedTable), term.id);
  return sequence === undefined ? undefined : { term, relationship, id: term.id, sequence };
}

/** A query of the trigram table of a column (`long`), or of its table of one and two characters (`short`). */
interface SearchExpression {
  readonly length: 'long' | 'short';
  /** An FTS5 MATCH expression. */
  readonly match: string;
  /** False when its matches must still be checked against the condition. */
  readonly exact: boolean;
}

/**
 * Translates a condition on search keys into a full-text query; undefined when no query can narrow it. Each table holds
 * grams of one length, so a condition that mixes lengths is translated in part.
 */
function searchExpression(condition: Condition): SearchExpression | undefined {
  return expressionOf(condition, 'long') ?? expressionOf(condition, 'short');
}

function expressionOf(
  condition: Condition,
  length: SearchExpression['length'],
): SearchExpression | undefined {
  if ('contains' in condition) return needleExpression(condition.contains, length);
  const all = 'all' in condition;
  const parts = (all ? condition.all : condition.any).map((part) => expressionOf(part, length));
  const known = parts.filter((part) => part !== undefined);
  const isWhole = known.length === parts.length;
  if (known.length === 0 || !(all || isWhole)) return undefined;
  return {
    length,
    match: known.map(({ match }) => `(${match})`).join(all ? ' AND ' : ' OR '),
    exact: isWhole && known.every(({ exact }) => exact),
  };
}

/** Characters of a text by whose pairs it is asked for; its matches are checked. */
const mostOfText = 64;

function needleExpression(text: string, length: SearchExpression['length']): SearchExpression | undefined {
  const characters = [...text];
  const short = characters.length < 3;
  if (length === 'long') return short ? undefined : { length, match: string(text), exact: true };
  // A longer text is asked for by the pairs it begins with.
  const words = short
    ? [gramWord(text)]
    : shortGrams(characters.slice(0, mostOfText).join('')).filter((word) => word.includes('x'));
  return { length, match: words.map(string).join(' AND '), exact: short };
}

const string = (text: string): string => `"${text.replaceAll('"', '""')}"`;
