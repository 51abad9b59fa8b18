import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import pairs from '../../tests/support/search-pairs.json' with { type: 'json' };
import { foldVersion } from './fold.ts';
import { searchKey } from './search-key.ts';
import { sortKey, sortVersion } from './sort-key.ts';

const names = pairs.flatMap(({ query, fileName }) => [query, fileName]);
const digest = (keys: (string | Uint8Array)[]) =>
  keys
    .reduce((hash, key) => hash.update(key).update('\n'), createHash('sha256'))
    .digest('hex')
    .slice(0, 16);

test('keys hold the plain text, its words, the joined words and the skeletons', () => {
  expect(
    searchKey('Al Tafseer 02').replaceAll('\u0001', '|').replaceAll('\u0002', ' ').replaceAll('\u0003', '='),
  ).toBe('|al tafseer 02| al tafseer \uE002 | altafseer \uE002 |=tafsir=|');
});

// Stored keys are made anew when the version differs: an answer that changes under an old version stays in databases.
test('the answers of this version have not changed', () => {
  expect({ version: foldVersion, digest: digest(names.map(searchKey)) }).toEqual({
    version: 2,
    digest: '8e62a607da7a776e',
  });
  expect({ version: sortVersion, digest: digest(names.map(sortKey)) }).toEqual({
    version: 1,
    digest: '13746c06ab660fac',
  });
});
