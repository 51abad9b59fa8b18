import type { RelationshipColumn, TableSchema } from '../schema.ts';
import type { TestMethod } from './query.ts';

export type Scalar = string | number | boolean;

/** What a row must satisfy, every attribute known to exist and every value of its type. */
export type Filter =
  | { readonly kind: 'all' | 'any'; readonly filters: readonly Filter[] }
  | {
      readonly kind: 'test';
      readonly method: TestMethod;
      readonly attribute: string;
      readonly values: readonly Scalar[];
    }
  /** The row that `column` names, in `table`, satisfies `filter`. */
  | {
      readonly kind: 'related';
      readonly column: RelationshipColumn;
      readonly table: TableSchema;
      readonly filter: Filter;
    };

export interface Order {
  readonly attribute: string;
  readonly descending: boolean;
}

/** The part of a row that is shown. `related` holds the relationships shown as objects. */
export interface Select {
  readonly all: boolean;
  readonly keys: ReadonlySet<string>;
  readonly related: ReadonlyMap<string, Select>;
}

/** A whole row, relationships as ids. */
export const WHOLE_ROW: Select = { all: true, keys: new Set(), related: new Map() };

/** A question to one table that can be answered without a further check. */
export interface RowQuery {
  readonly filters: readonly Filter[];
  /** Complete: ends in an attribute that no two rows share. */
  readonly orders: readonly Order[] | 'random';
  readonly limit: number;
  readonly offset: number;
  readonly cursor: { readonly id: string; readonly before: boolean } | undefined;
  readonly select: Select;
}
