import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mixedText } from '../../tests/support/mixed-text.ts';
import { conditionSql, isMet } from './condition.ts';
import { fold } from './fold.ts';
import { searchKey } from './search-key.ts';
import { compilePrefix, compileQuery, compileSuffix } from './title-query.ts';

const matches = (query: string, name: string) => isMet(compileQuery(query), searchKey(name));

const database = new DatabaseSync(':memory:');
database.exec('CREATE TABLE names (key TEXT NOT NULL)');
const insert = database.prepare('INSERT INTO names (key) VALUES (?)');

function matchesInSql(query: string, name: string): boolean {
  database.exec('DELETE FROM names');
  insert.run(searchKey(name));
  const { sql, values } = conditionSql(compileQuery(query), 'key');
  return database.prepare(`SELECT count(*) AS total FROM names WHERE ${sql}`).get(...values)?.total === 1;
}

// tests/conformance/collation.test.ts searches real titles in every spelling through the API.
test.each([
  ['a single hamza does not match every word with an alef', 'ء', 'كتاب.pdf', false],
  ['one letter matches the start of words', 'أ', 'كتاب الإيمان', true],
  ['one letter in another form does not match inside words', 'أ', 'كتاب', false],
  ['one digit matches anywhere', '3', 'Lesson 103', true],
  ['letters with marks in the other case match', 'É', 'e\u0301cole', true],
  ['Greek letters in the other case match', 'σοφ', 'ΣΟΦΙΑ', true],
  ['a pattern is plain text', '.*', 'a.b', false],
  ['a percent sign matches a percent sign', '%', '100% halal', true],
  ['a percent sign is not a wildcard', '%', 'halal', false],
  ['a quote is not SQL', "'", "Shafi'i", true],
  ['a separator of the key matches nothing', '\u0001', 'Fiqh', false],
  ['an article alone is matched as typed', 'al', 'Fiqh', false],
  ['a misspelled word after an article matches', 'at-Tawheed', 'Book of al-Tawhid', true],
  ['text without letters', '،،', 'الفقه، الصلاة', false],
])('%s', (_, query, name, match) => {
  expect(matches(query, name)).toBe(match);
  expect(matchesInSql(query, name)).toBe(match);
});

test('a blank query matches everything', () => {
  for (const query of ['', '  ', '\n']) expect(matchesInSql(query, 'anything')).toBe(true);
});

test('a query matches whatever plain contains matches, in any Unicode normal form', () => {
  fc.assert(
    fc.property(mixedText, mixedText, mixedText, (before, query, after) => {
      const name = before + query + after;
      expect(matches(query, name)).toBe(true);
      expect(matches(query.toLowerCase(), name)).toBe(true);
      if (fold(query) !== '') expect(matches(query.normalize('NFD'), query.normalize('NFC'))).toBe(true);
    }),
    { numRuns: 4_000, seed: 2 },
  );
});

test('a query has the same result in JavaScript and SQL', () => {
  fc.assert(
    fc.property(mixedText, mixedText, (query, name) => {
      expect(matchesInSql(query, name)).toBe(matches(query, name));
    }),
    { numRuns: 2_000, seed: 3 },
  );
});

test('compiles a query of 200,000 hostile characters', () => {
  for (const unit of ['-', 'a-', 'ء', 'عبد ', 'al '])
    expect(matches(unit.repeat(200_000 / unit.length), 'Fiqh.pdf')).toBe(false);
});

const startsWith = (name: string, prefix: string) => isMet(compilePrefix(prefix), searchKey(name));
const endsWith = (name: string, suffix: string) => isMet(compileSuffix(suffix), searchKey(name));

test.each([
  ['أحكام الصيام.pdf', 'احكام', true],
  ['أحكام الصيام.pdf', 'الصيام', false],
  ['«الفقه» الميسر', 'الفقه الم', true],
  ['Al-Fiqh', 'al f', true],
  ['Lesson 01', 'LESSON', true],
  ['%', '_', false],
  ['👍🏽 well', '👍🏽', true],
  ['Fiqh', '', true],
])('%j starts with %j: %s', (name, prefix, expected) => {
  expect(startsWith(name, prefix)).toBe(expected);
});

test.each([
  ['أحكام الصيام', 'صيام', true],
  ['أحكام الصيام', 'أحكام', false],
  ['Book of al-Fiqh', 'al fiqh', true],
  ['الدرس ١٠.pdf', '10.PDF', true],
  ['Fiqh', 'tafsir', false],
  ['Fiqh', '', true],
])('%j ends with %j: %s', (name, suffix, expected) => {
  expect(endsWith(name, suffix)).toBe(expected);
});

test('prefixes and suffixes match whatever plain startsWith and endsWith match', () => {
  fc.assert(
    fc.property(mixedText, mixedText, (a, b) => {
      expect(startsWith(a + b, a)).toBe(true);
      expect(endsWith(a + b, b)).toBe(true);
    }),
    { numRuns: 5_000, seed: 4 },
  );
});
