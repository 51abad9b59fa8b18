import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { registerFunctions } from '../db/functions.ts';
import { createInternalTable } from '../db/tables.ts';
import { createTerm, termSql } from './sql.ts';

const database = new DatabaseSync(':memory:');
registerFunctions(database);

type TextTest = 'contains' | 'startsWith' | 'endsWith';
const table = createInternalTable(database, 'texts', { stored: 'text' });

function matches(method: TextTest, stored: string | null, text: string): unknown {
  const { text: sql, values } = termSql(createTerm(table, method, 'stored', [text]), table);
  return database.prepare(`SELECT ${sql} AS hit FROM (SELECT ? AS stored)`).get(...values, stored)?.hit;
}

it.each<[TextTest, string, string, boolean]>([
  ['contains', 'Spider-Man', 'spi', true],
  ['contains', 'Spider-Man', '', true],
  ['contains', 'ÉCOLE', 'éco', true],
  ['contains', 'e\u0301cole', 'É', true],
  ['contains', 'ΣΟΦΙΑ', 'σοφ', true],
  ['contains', 'آداب المسجد', 'المسجد', true],
  ['contains', '100%', '%', true],
  ['contains', '1000', '%', false],
  ['contains', 'a.b', '.*', false],
  ['startsWith', 'Spider-Man', 'SPIDER', true],
  ['startsWith', 'Spider-Man', 'man', false],
  ['startsWith', '👍🏽 well', '👍🏽', true],
  ['startsWith', 'x', '', true],
  ['endsWith', 'Spider-Man', 'MAN', true],
  ['endsWith', 'Spider-Man', 'spider', false],
  ['endsWith', 'man', 'Spider-Man', false],
  ['endsWith', 'x', '', true],
])('%s(%j, %j) is %s', (test, stored, text, hit) => {
  expect(matches(test, stored, text)).toBe(Number(hit));
});

it('returns NULL for a missing text', () => {
  for (const test of ['contains', 'startsWith'] as const) expect(matches(test, null, 'x')).toBeNull();
});
