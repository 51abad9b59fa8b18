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
