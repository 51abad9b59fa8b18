import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { keptTotal } from './kept-totals.ts';

test('a total is counted again after every write, and never kept from a transaction that is taken back', () => {
  const database = new DatabaseSync(':memory:');
  let asked = 0;
  database.function('asked', () => {
    asked++;
    return 1;
  });
  database.exec('CREATE TABLE things (name TEXT); INSERT INTO things VALUES (1)');
  const total = () =>
    keptTotal(database, { text: 'SELECT count(*) FROM things WHERE asked() = ?', values: [1] });
  expect([total(), total(), asked]).toEqual([1, 1, 1]);
  database.exec('INSERT INTO things VALUES (2)');
  expect(total()).toBe(2);
  database.exec('BEGIN; INSERT INTO things VALUES (3)');
  expect(total()).toBe(3);
  database.exec('ROLLBACK');
  expect(total()).toBe(2);
});

test('what is known sooner is not asked of SQLite', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE things (name TEXT)');
  const sql = { text: 'SELECT count(*) FROM things', values: [] };
  expect(keptTotal(database, sql, () => 3)).toBe(3);
  database.exec('INSERT INTO things VALUES (1)');
  expect(keptTotal(database, sql, () => undefined)).toBe(1);
});
