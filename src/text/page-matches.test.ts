import { expect, test } from 'vitest';
import { type BoxedWord, markedBoxes } from './page-matches.ts';
import { compilePageQuery } from './page-query.ts';
import { trigrams } from './page-words.ts';

/** Creates a page of folded words of equal width, ten to a line, read from the left. */
function page(words: string): BoxedWord[] {
  return words.split(' ').map((text, index) => ({
    spellings: [text],
    boxes: [
      {
        x: (index % 10) / 10,
        y: Math.floor(index / 10) / 10,
        width: 0.09,
        height: 0.05,
        line: Math.floor(index / 10),
      },
    ],
  }));
}
const markBoxes = (words: string, search: string, beginning = false) =>
  markedBoxes(page(words), compilePageQuery(search, beginning)).map(({ x, y, width }) => [
    x,
    y,
    Math.round(width * 100),
  ]);

test('marks every occurrence of a whole word', () => {
  expect(markBoxes('wudu before prayer and wudupost wudu', 'Wudu')).toEqual([
    [0, 0, 9],
    [0.5, 0, 9],
  ]);
});

test('marks an Arabic word with its prefixes', () => {
  expect(markBoxes('الصيام ثم بصيام ولصيامه صيام', 'صيام')).toEqual([
    [0, 0, 9],
    [0.2, 0, 9],
    [0.4, 0, 9],
  ]);
});

test('merges the boxes of adjacent words on each line', () => {
  const words = 'one two three five prayer of the traveller six seven prayer of eight nine';
  expect(markBoxes(words, '"prayer of the"')).toEqual([[0.4, 0, 29]]);
  const brokenText = 'a b c d e f g h i prayer of the traveller';
  expect(markBoxes(brokenText, '"prayer of the"')).toEqual([
    [0.9, 0, 9],
    [0, 0.1, 19],
  ]);
});

test('marks the spelling of the Qur’an for a search in modern spelling', () => {
  const words = page('اهدنا الصرط المستقيم').map((word, index) =>
    index === 1 ? { ...word, spellings: [...word.spellings, 'الصراط'] } : word,
  );
  const marks = markedBoxes(words, compilePageQuery('"الصراط المستقيم"'));
  expect(marks).toEqual([expect.objectContaining({ x: 0.1, width: expect.closeTo(0.19) })]);
  expect(markedBoxes(words, compilePageQuery('الصرط'))).toHaveLength(1);
});

test('matches the last word as a prefix on request', () => {
  expect(markBoxes('travel traveller prayers', 'travel', true)).toEqual([[0, 0, 19]]);
  expect(markBoxes('travel traveller prayers', 'travel')).toEqual([[0, 0, 9]]);
});

test('marks the letters on a page labeled `letters`', () => {
  const letters = trigrams('ثمالصياموالقيام').map((text, index) => ({
    spellings: [text],
    boxes: [{ x: index / 20, y: 0, width: 3 / 20, height: 0.1, line: 0 }],
  }));
  expect(markedBoxes(letters, compilePageQuery('القيام'))).toEqual([
    { x: 9 / 20, y: 0, width: expect.closeTo(6 / 20), height: 0.1 },
  ]);
});

test('marks both halves of a word that is broken at the end of a line', () => {
  const boxes = [
    { x: 0.9, y: 0, width: 0.1, height: 0.05, line: 0 },
    { x: 0, y: 0.1, width: 0.05, height: 0.05, line: 1 },
  ];
  expect(markedBoxes([{ spellings: ['traveller'], boxes }], compilePageQuery('traveller'))).toHaveLength(2);
});

test('returns at most 200 boxes', () => {
  const alternatingWords = Array.from({ length: 1000 }, (_, index) => (index % 2 ? 'and' : 'word')).join(' ');
  expect(markBoxes(alternatingWords, 'word')).toHaveLength(200);
});
