import type { DatabaseSync } from 'node:sqlite';
import { statement } from './statements.ts';

/** A text of a count table, and the number of rows that hold it. */
export interface Counted {
  readonly id: number;
  readonly text: string;
  readonly count: number;
}

/**
 * Changes the numbers of rows in a count table by the number beside each text. A text that no row holds any more
 * leaves the table. Returns what has entered it, and the ids of what has left.
 */
export function changeCounts(
  database: DatabaseSync,
  name: string,
  changes: ReadonlyMap<string, number>,
): { entered: Pick<Counted, 'id' | 'text'>[]; left: number[] } {
  const unknown = statement(
    database,
    `SELECT value FROM json_each(?) WHERE value NOT IN (SELECT text FROM ${name})`,
  )
    .all(JSON.stringify([...changes.keys()]))
    .map(({ value }) => String(value));
  const change = statement(
    database,
    `UPDATE ${name} SET count = count + ? WHERE text IN (SELECT value FROM json_each(?))`,
  );
  for (const [by, alike] of Map.groupBy(changes, ([, by]) => by))
    change.get(by, JSON.stringify(alike.map(([text]) => text)));
  const entered = unknown.map((text) => {
    const insert = statement(database, `INSERT INTO ${name} (text, count) VALUES (?, ?)`);
    return { id: Number(insert.run(text, changes.get(text) ?? 0).lastInsertRowid), text };
  });
  const left = statement(database, `SELECT id FROM ${name} WHERE count = 0`)
    .all()
    .map(({ id }) => Number(id));
  for (const id of left) statement(database, `DELETE FROM ${name} WHERE id = ?`).get(id);
  return { entered, left };
}

/** What a count table knows of the texts, by text. */
export function countsOf(
  database: DatabaseSync,
  name: string,
  texts: readonly string[],
): Map<string, Counted> {
  const sql = `SELECT id, text, count FROM ${name} WHERE text IN (SELECT value FROM json_each(?))`;
  const counted = statement(database, sql).all(JSON.stringify([...new Set(texts)])) as unknown as Counted[];
  return new Map(counted.map((one) => [one.text, one]));
}
