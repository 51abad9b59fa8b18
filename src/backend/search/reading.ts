import type { OpenTable } from '../database/open-table.ts';
import type { Sql } from '../database/sql.ts';
import type { RowQuery } from '../queries/plan.ts';
import { foundSql, lookUp, type Source, sourceInOrder } from './lookup.ts';
import { EVERY_ROW_SQL, termSql, whereSql } from './term-sql.ts';
import { wholeWordsSource } from './whole-words.ts';
import { wordSource } from './words.ts';

export interface Asked extends Pick<RowQuery, 'terms' | 'orders' | 'limit' | 'offset' | 'cursor'> {
  /** The caller's language, by which names are in order. */
  readonly locale?: string;
  /** The SQL columns that are read of each row (`selectedColumns`); all when left out. */
  readonly columns?: string;
}

export type Reading = ReturnType<typeof readQuestion>;

/** Reads a question to the rows of a table once: its terms, and the index that answers them. The caller may read the rows of `readable`. */
export function readQuestion(table: OpenTable, asked: Asked, readable: Sql) {
  const { terms, columns = '*' } = asked;
  const lookup = lookUp(table, terms);
  let found: { source: Source | undefined } | undefined;
  /** The query of all words of each row, or of each page, if words decide the question. */
  const findWords = () => {
    found ??= { source: lookup ? wordSource(table, lookup) : wholeWordsSource(table, terms) };
    return found.source;
  };
  /** `WHERE …` without the index: all terms, or those that are `left` to be checked. */
  const where = (left = terms, further: readonly Sql[] = []) =>
    whereSql([...left.map((term) => termSql(term, table)), readable, ...further]);
  return {
    table,
    asked,
    terms,
    columns,
    lookup,
    /** Whether the caller may read every row. */
    readsAll: readable.text === EVERY_ROW_SQL.text,
    findWords,
    where,
    /** `WHERE …` with the index. */
    searchedWhere(further: readonly Sql[] = []): Sql {
      const index = lookup && sourceInOrder(lookup);
      if (!index) return where(terms, further);
      const words = lookup.rest.length > 0 ? findWords() : undefined;
      return words
        ? where([], [foundSql(words), ...further])
        : where(lookup.rest, [foundSql(index), ...further]);
    },
  };
}
