import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { needles } from '#text/condition.ts';
import { searchKey } from '#text/search-key.ts';
import { compileQuery } from '#text/title-query.ts';
import { mixedText } from '../../../tests/support/mixed-text.ts';
import pairs from '../../../tests/support/search-pairs.json' with { type: 'json' };
import { isInOneWord, keyWords, wordsBeside } from './key-words.ts';

const shown = (text: string) =>
  keyWords(searchKey(text)).map((word) => word.replaceAll('\u0002', '_').replaceAll('\u0003', '='));

test.each([
  ['Tafseer 02.pdf', ['_tafseer_=tafsir=', '_\uE002_', '_pdf_=pdf=', '02 _\uE002_']],
  ['أحكام الصيام', ['_احكام_', '_الصيام_', 'أحكام _احكام_']],
  // The joined word has no skeleton of its own in this key.
  ['al-Fiqh', ['_al_', '_fiqh_=fikh=', '_alfiqh_']],
  ["Shafi'i", ['_shafii_=shafi=', 'shafi', 'i']],
  ['...', []],
  ['', []],
])('the words of %j', (text, words) => {
  expect(shown(text)).toEqual(words);
});

test('what can be in one word only is in the key exactly when it is in one of the words', () => {
  let told = 0;
  const piece = fc.tuple(mixedText, fc.nat(20), fc.nat(6));
  fc.assert(
    fc.property(mixedText, mixedText, piece, (name, query, [other, from, length]) => {
      const key = searchKey(name + other);
      const words = keyWords(key);
      const texts = [
        ...needles(compileQuery(query)),
        ...needles(compileQuery(other)),
        key.slice(from, from + length),
      ];
      for (const text of texts.filter(isInOneWord)) {
        if (key.includes(text)) told++;
        expect(words.some((word) => word.includes(text))).toBe(key.includes(text));
      }
    }),
    { numRuns: 3_000, seed: 5 },
  );
  expect(told).toBeGreaterThan(1_000);
});

test('a word stands beside no word that the key does not have', () => {
  fc.assert(
    fc.property(mixedText, (name) => {
      const words = keyWords(searchKey(name));
      expect(new Set(words).size).toBe(words.length);
      for (const other of words.flatMap(wordsBeside)) expect(words).toContain(other);
    }),
    { numRuns: 3_000, seed: 6 },
  );
});

test('takes a name of 200,000 hostile characters', () => {
  for (const unit of ['-', 'a-', 'ء', 'عبد ', 'al '])
    expect(keyWords(searchKey(unit.repeat(200_000 / unit.length))).length).toBeLessThan(10);
});

// The number of rows that hold a word is taken back by the words that the row has then.
test('the answers of this version of keeping have not changed', () => {
  const words = pairs.map(({ fileName }) => keyWords(searchKey(fileName)).join('\n'));
  expect(createHash('sha256').update(words.join('\n\n')).digest('hex').slice(0, 16)).toBe('221a41a904e692a9');
});
