import type { DatabaseSync } from 'node:sqlite';
import type { Condition } from '#contract/collation/condition.ts';
import type { Filter } from '../queries/row-query.ts';
import type { TableSchema } from '../schema.ts';
import { narrowingRelationships, sequenceOf } from './search-entries.ts';
import { searchExpression } from './search-expression.ts';
import { relatedTrigram, relatedWord } from './search-grams.ts';
import { type SearchTables, searchTables } from './search-table.ts';
import { compileTest } from './text-match.ts';

/** Where the rows that filters find can be read in order: the places in a full-text table that match. */
export interface SearchSource {
  readonly tables: SearchTables;
  /** The full-text table to ask. */
  readonly from: string;
  readonly match: string;
  /** The filters that a match may still fail. */
  readonly rest: readonly Filter[];
}

/** What filters ask that can be looked up: texts of one column, and rows that relationships name. */
export interface SearchQuestion {
  readonly condition: Condition;
  /** The text filters that are in the condition. */
  readonly asked: readonly Filter[];
  readonly narrowing: readonly (Narrowing & { filter: Filter })[];
}

/** A relationship, by its number, and the row that it is to name. */
interface Narrowing {
  readonly relationship: number;
  readonly id: string;
  readonly sequence: number;
}

/** What `filters` (which all must hold) ask of the texts of a column. Undefined when they ask nothing. */
export function searchQuestion(
  database: DatabaseSync,
  table: TableSchema,
  filters: readonly Filter[],
  key: string,
): SearchQuestion | undefined {
  const texts = filters.flatMap((filter) => {
    const condition = textCondition(filter, key);
    return condition ? [{ filter, condition }] : [];
  });
  if (texts.length === 0) return undefined;
  return {
    condition: { all: texts.map(({ condition }) => condition) },
    asked: texts.map(({ filter }) => filter),
    narrowing: filters.flatMap((filter) => {
      const narrowed = narrowedBy(database, table, filter);
      return narrowed ? [{ filter, ...narrowed }] : [];
    }),
  };
}

/**
 * The full-text table, ordered by `attribute` where that order is kept, that answers the text filters among `filters`
 * (which all must hold) and what relationships narrow them by. Undefined when no filter can be looked up.
 */
export function searchSource(
  database: DatabaseSync,
  table: TableSchema,
  filters: readonly Filter[],
  attribute: string,
): SearchSource | undefined {
  const candidates = searchTables(table).filter((one) => one.order.attribute === attribute);
  for (const tables of candidates) {
    const question = searchQuestion(database, table, filters, tables.key);
    const expression = question && searchExpression(question.condition);
    if (!question || !expression) continue;
    const { asked, narrowing } = question;
    const long = expression.length === 'long';
    const mark = long ? relatedTrigram : relatedWord;
    const words = narrowing.map(({ relationship, sequence }) => mark(relationship, sequence));
    const covered = [...(expression.exact ? asked : []), ...narrowing.map(({ filter }) => filter)];
    return {
      tables,
      from: long ? tables.long : tables.short,
      match: [`(${expression.match})`, ...words.map((word) => `"${word}"`)].join(' AND '),
      rest: filters.filter((filter) => !covered.includes(filter)),
    };
  }
  return undefined;
}

/** The condition on the search key of a column that a filter is; undefined when it is of another kind or says nothing. */
function textCondition(filter: Filter, key: string): Condition | undefined {
  if (filter.kind !== 'test' || filter.attribute !== key) return undefined;
  const conditions = (test: keyof typeof compileTest) =>
    filter.values.map((value) => compileTest[test](String(value)));
  const said = (condition: Condition) => searchExpression(condition) && condition;
  switch (filter.method) {
    case 'contains':
    case 'containsAny':
      return said({ any: conditions('contains') });
    case 'containsAll':
      return said({ all: conditions('contains') });
    case 'startsWith':
    case 'endsWith':
      return said({ all: conditions(filter.method) });
    default:
      return undefined;
  }
}

/** What a filter on the id of a related row narrows to; undefined for other filters, and when there is no such row. */
export function narrowedBy(
  database: DatabaseSync,
  table: TableSchema,
  filter: Filter,
): Narrowing | undefined {
  if (filter.kind !== 'related' || filter.filter.kind !== 'test') return undefined;
  const { method, attribute, values } = filter.filter;
  if (method !== 'equal' || attribute !== '$id' || values.length !== 1) return undefined;
  const relationship = narrowingRelationships(table).find(([, key]) => key === filter.column.key);
  const [id] = values;
  const sequence = sequenceOf(database, filter.table, id);
  return relationship && typeof id === 'string' && sequence !== undefined
    ? { relationship: relationship[0], id, sequence }
    : undefined;
}
