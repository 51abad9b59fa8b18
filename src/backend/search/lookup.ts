import { combined } from '#contract/collation/condition.ts';
import { searchedColumns } from '../database/collated-columns.ts';
import type { OpenTable } from '../database/open-table.ts';
import { narrowingRelationships, sequenceOf } from '../database/search-entries.ts';
import { relatedTrigram, relatedWord } from '../database/search-grams.ts';
import { searchTables } from '../database/search-table.ts';
import type { TableSchema } from '../schema.ts';
import { searchExpression } from './expression.ts';
import type { Term } from './term.ts';

/** The part of a question that a full-text index answers: conditions on one text column, and rows named by relationships. */
export type Lookup = NonNullable<ReturnType<typeof lookUp>>;

/** A query of a full-text table. */
export interface Source {
  readonly from: string;
  /** An FTS5 MATCH expression. */
  readonly match: string;
}

/** What an index answers of terms that must all hold; undefined when it answers none. */
export function lookUp(table: OpenTable, terms: readonly Term[]) {
  for (const key of searchedColumns(table)) {
    const texts = terms.flatMap((term) =>
      term.kind === 'text' && term.attribute === key && !term.negated && searchExpression(term.condition)
        ? [term]
        : [],
    );
    const conditions = texts.map(({ condition }) => condition);
    const condition = combined(conditions, 'all');
    const expression = searchExpression(condition);
    if (!expression) continue;
    const narrowing = terms.flatMap((term) => {
      const narrowed = narrowedBy(table, term);
      return narrowed ? [{ term, ...narrowed }] : [];
    });
    const asked = new Set<Term>([...texts, ...narrowing.map(({ term }) => term)]);
    const others = terms.filter((term) => !asked.has(term));
    return {
      /** The text column. */
      key,
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

/** The query of the table whose rowids are the places in the order of `attribute`, or in any; undefined when none is kept in it. */
export function sourceInOrder(table: TableSchema, lookup: Lookup, attribute?: string) {
  const { key, expression, narrowing } = lookup;
  const tables = searchTables(table).find(
    (one) => one.key === key && (attribute ?? one.order.attribute) === one.order.attribute,
  );
  if (!tables) return undefined;
  const long = expression.length === 'long';
  const mark = long ? relatedTrigram : relatedWord;
  const marks = narrowing.map(({ relationship, sequence }) => `"${mark(relationship, sequence)}"`);
  return {
    from: long ? tables.long : tables.short,
    match: [`(${expression.match})`, ...marks].join(' AND '),
    place: tables.order.place,
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
  return sequence === undefined ? undefined : { relationship, id: term.id, sequence };
}
