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
  const count = () => Number(database.prepare('SELECT count(*) AS n FROM things WHERE asked()').get()?.n);
  const total = () => keptTotal(database, 'things', count);
  expect([total(), total(), asked]).toEqual([1, 1, 1]);
  database.exec('INSERT INTO things VALUES (2)');
  expect(total()).toBe(2);
  database.exec('BEGIN; INSERT INTO things VALUES (3)');
  expect(total()).toBe(3);
  database.exec('ROLLBACK');
  expect(total()).toBe(2);
});
