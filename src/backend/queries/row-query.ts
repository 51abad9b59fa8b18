import type { Term } from '../search/term.ts';

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
  readonly terms: readonly Term[];
  /** Complete: ends in an attribute that no two rows share. */
  readonly orders: readonly Order[] | 'random';
  readonly limit: number;
  readonly offset: number;
  readonly cursor: { readonly id: string; readonly before: boolean } | undefined;
  readonly select: Select;
}
