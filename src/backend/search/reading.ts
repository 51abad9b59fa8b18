import type { OpenTable } from '../database/open-table.ts';
import { joined, type Sql } from '../database/sql.ts';
import type { RowQuery } from '../queries/plan.ts';
import { lookUp, type Source, sourceInOrder } from './lookup.ts';
import { EVERY_ROW_SQL, termSql, whereSql } from './term-sql.ts';
import { type WordSource, wordSource } from './words.ts';

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
  let words: { source: WordSource | undefined } | undefined;
  /** The query of the words of each row, if words decide the question. */
  const findWords = () => {
    words ??= { source: lookup && wordSource(table, lookup) };
    return words.source;
  };
  /** The full-text query, in whichever order a table is kept. */
  const anySource = () => lookup && sourceInOrder(table, lookup);
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
    anySource,
    where,
    /** `WHERE …` with the index. */
    searchedWhere(further: readonly Sql[] = []): Sql {
      const source = anySource();
      if (!source || !lookup) return where(terms, further);
      const found = lookup.rest.length > 0 ? findWords() : undefined;
      if (found) return whereSql([foundSql('_sequence', found), readable, ...further]);
      return where(lookup.rest, [foundSql(source.place, source), ...further]);
    },
  };
}

/** The condition that a full-text query finds the row, `column` being what the rowids are. */
export function foundSql(column: string, { from, match }: Source): Sql {
  if (match === '') return joined([], 'OR');
  return { text: `${column} IN (SELECT rowid FROM ${from} WHERE ${from} MATCH ?)`, values: [match] };
}
