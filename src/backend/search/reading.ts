import type { DatabaseSync } from 'node:sqlite';
import { joined, type Sql } from '../database/sql.ts';
import type { RowQuery } from '../queries/plan.ts';
import type { TableSchema } from '../schema.ts';
import { type Lookup, lookUp, type Source, sourceInOrder } from './lookup.ts';
import type { Term } from './term.ts';
import { EVERY_ROW_SQL, termSql, whereSql } from './term-sql.ts';
import { type WordSource, wordSource } from './words.ts';

export interface Asked extends Pick<RowQuery, 'terms' | 'orders' | 'limit' | 'offset' | 'cursor'> {
  /** The caller's language, by which names are in order. */
  readonly locale?: string;
  /** The SQL columns that are read of each row (`selectedColumns`); all when left out. */
  readonly columns?: string;
}

/** A question to the rows of a table, read once: its terms, and the index that answers them. */
export class Reading {
  readonly database: DatabaseSync;
  readonly table: TableSchema;
  readonly asked: Asked;
  /** The rows that the caller may read. */
  readonly readable: Sql;
  readonly lookup: Lookup | undefined;
  readonly columns: string;
  #words: { source: WordSource | undefined } | undefined;

  constructor(database: DatabaseSync, table: TableSchema, asked: Asked, readable: Sql) {
    this.database = database;
    this.table = table;
    this.asked = asked;
    this.readable = readable;
    this.columns = asked.columns ?? '*';
    this.lookup = lookUp(database, table, asked.terms);
  }

  get terms(): readonly Term[] {
    return this.asked.terms;
  }

  /** Whether the caller may read every row. */
  get readsAll(): boolean {
    return this.readable.text === EVERY_ROW_SQL.text;
  }

  /** The query of the words of each row, if words decide the question. */
  get words(): WordSource | undefined {
    this.#words ??= { source: this.lookup && wordSource(this.database, this.table, this.lookup) };
    return this.#words.source;
  }

  /** `WHERE …` without the index: all terms, or those that are `left` to be checked. */
  where(left: readonly Term[] = this.terms, further: readonly Sql[] = []): Sql {
    return whereSql([...left.map((term) => termSql(term, this.table)), this.readable, ...further]);
  }

  /** `WHERE …` with the index. */
  searchedWhere(further: readonly Sql[] = []): Sql {
    const source = this.anySource();
    if (!source || !this.lookup) return this.where(this.terms, further);
    const words = this.lookup.rest.length > 0 ? this.words : undefined;
    if (words) return whereSql([foundSql('_sequence', words), this.readable, ...further]);
    return this.where(this.lookup.rest, [foundSql(source.place, source), ...further]);
  }

  /** The full-text query, in whichever order a table is kept. */
  anySource(): (Source & { place: string }) | undefined {
    return this.lookup && sourceInOrder(this.table, this.lookup);
  }
}

/** The condition that a full-text query finds the row, `column` being what the rowids are. */
export function foundSql(column: string, { from, match }: Source): Sql {
  if (match === '') return joined([], 'OR');
  return { text: `${column} IN (SELECT rowid FROM ${from} WHERE ${from} MATCH ?)`, values: [match] };
}
