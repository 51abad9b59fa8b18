import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '#text/condition.ts';
import { searchKey } from '#text/search-key.ts';
import { compileQuery } from '#text/title-query.ts';
import { conditions } from '../../../tests/support/conditions.ts';
import { keyWords } from '../database/key-words.ts';
import { type Holders, holdersMatch, holdersOf } from './holders.ts';

/** The vocabulary of some keys, and the words of each by id. */
function vocabulary(keys: readonly string[]) {
  const texts = [...new Set(keys.flatMap(keyWords))];
  const words = texts.map((text, id) => ({ id, text, count: 0 }));
  const ids = keys.map((key) => new Set(keyWords(key).map((word) => texts.indexOf(word))));
  return { find: (text: string) => words.filter((word) => word.text.includes(text)), ids };
}

function isAmong(ids: ReadonlySet<number>, { words, combinations }: Holders): boolean {
  return (
    words.some(({ id }) => ids.has(id)) ||
    combinations.some((parts) => parts.every((part) => isAmong(ids, part)))
  );
}

const letters = fc.constantFrom('a', 'b', 'أ', 'ا', 'é', 'e', ' ');
const needle = fc
  .string({ unit: letters, minLength: 1, maxLength: 4 })
  .filter((text) => text.trim() === text);
const condition = conditions(
  needle,
  // As a query of several words is compiled.
  needle.map((text) => ({
    any: [{ contains: text }, { all: text.split(' ').map((word) => ({ contains: word })) }],
  })),
);

test('the holders are the rows that the condition holds for, or words do not tell', () => {
  const told = { phrases: 0, others: 0, untold: 0 };
  const names = fc.array(fc.string({ unit: letters, maxLength: 10 }), { minLength: 1, maxLength: 8 });
  const asked = fc.oneof(condition, needle.map(compileQuery));
  fc.assert(
    fc.property(names, asked, (texts, one) => {
      const keys = texts.map(searchKey);
      const { find, ids } = vocabulary(keys);
      const holders = holdersOf(one, find);
      if (!holders) told.untold++;
      else if (JSON.stringify(one).includes(' ')) told.phrases++;
      else told.others++;
      if (holders)
        expect(ids.map((row) => isAmong(row, holders))).toEqual(keys.map((key) => holds(one, key)));
    }),
    { numRuns: 10_000, seed: 7 },
  );
  for (const count of Object.values(told)) expect(count).toBeGreaterThan(500);
});

test('one word is enough where the others say the same', () => {
  const { find } = vocabulary([searchKey('أحكام الصلاة'), searchKey('احكام')]);
  for (const query of ['أحكام', 'احكام', 'الصلاة'])
    expect(holdersOf(compileQuery(query), find)?.words).toHaveLength(1);
  expect(holdersMatch(holdersOf(compileQuery('أحكام الصلاة'), find) as Holders, (id) => `w${id}`)).toBe(
    '((w0) AND (w1))',
  );
});
