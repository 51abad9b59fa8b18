/** A piece of SQL and the values of its question marks. The text never holds anything a caller sent. */
export interface Sql {
  readonly text: string;
  readonly values: readonly (string | number | Uint8Array)[];
}

/** Joins conditions with AND or OR; none at all is always (AND) or never (OR) true. */
export function joined(conditions: readonly Sql[], word: 'AND' | 'OR'): Sql {
  if (conditions.length === 0) return { text: word === 'AND' ? 'TRUE' : 'FALSE', values: [] };
  return {
    text: conditions.map((condition) => `(${condition.text})`).join(` ${word} `),
    values: conditions.flatMap((condition) => condition.values),
  };
}

export function negated(condition: Sql): Sql {
  return { text: `NOT (${condition.text})`, values: condition.values };
}
