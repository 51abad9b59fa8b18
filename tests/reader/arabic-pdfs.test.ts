import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withoutRecurringLines } from '#reader/lines/recurring-lines.ts';
import type { PageReading } from '#reader/pdf-process.ts';
import { missingWords, startTestReader, wordsOf } from './test-reader.ts';

/** A PDF of the corpus, the best label that its pages can have, and their correct texts. */
interface Example {
  file: string;
  expect: 'words' | 'letters' | 'title';
  pages: { truth: string }[];
}

const folder = join(import.meta.dirname, 'arabic-pdfs');
const examples = (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Example[]).map(
  ({ pages, ...example }): Example => ({
    ...example,
    // Running headers and footers are read on the first page only.
    pages: withoutRecurringLines(pages.map(({ truth }) => truth)).map((truth) => ({ truth })),
  }),
);
const reader = startTestReader();

/** Returns the share of a page's correct words that were read, from 0 to 1. */
const shareOfWordsRead = (truth: string, text: string): number =>
  1 - missingWords(truth, text).length / wordsOf(truth).length;

/** Like `shareOfWordsRead`, but finds words in the text without spaces. Each part of that text counts for one word. */
function shareOfLettersRead(truth: string, text: string): number {
  let letters = wordsOf(text).join('');
  const words = wordsOf(truth).toSorted((a, b) => b.length - a.length);
  const foundWords = words.filter((word) => {
    const index = letters.indexOf(word);
    if (index >= 0) letters = `${letters.slice(0, index)}|${letters.slice(index + word.length)}`;
    return index >= 0;
  });
  return foundWords.length / words.length;
}

const readings = new Map<string, PageReading[]>();
for (const { file } of examples) readings.set(file, await reader.pagesOf(join(folder, file)));
const average = ({ file, pages }: Example, share: (truth: string, text: string) => number): number =>
  pages.reduce((sum, { truth }, index) => sum + share(truth, readings.get(file)?.[index]?.text ?? ''), 0) /
  pages.length;

describe('Arabic PDFs of many programs, some of them damaged, encrypted or scanned', () => {
  test('are read with at least 95 % of their words if words are readable', () => {
    const all = examples.filter(({ expect: bestLabel }) => bestLabel === 'words');
    const misreadExamples = all.filter((example) => average(example, shareOfWordsRead) < 0.95);
    expect(all).toHaveLength(31);
    expect(misreadExamples.map(({ file }) => file)).toEqual([]);
  });

  test('are read with at least 90 % of their words, ignoring spaces, if only letters are readable', () => {
    const all = examples.filter(({ expect: bestLabel }) => bestLabel === 'letters');
    expect(all.filter((example) => average(example, shareOfLettersRead) < 0.9)).toEqual([]);
  });

  test('have at least 90 % of the correct words on each page whose words are trusted', () => {
    const wrongWords = examples.flatMap(({ file, pages }) =>
      pages.filter(({ truth }, index) => {
        const reading = readings.get(file)?.[index];
        return reading?.label === 'words' && shareOfWordsRead(truth, reading.text) < 0.9;
      }),
    );
    expect(wrongWords).toEqual([]);
  });

  test('have a line for each row of a table, and a tab between its cells even if their gap is narrow', () => {
    const rows = ['١٠\tشوال\tأوله العيد', '١١\tذو القعدة\tقعود عن القتال', '١٢\tذو الحجة\tشهر المناسك'];
    expect(readings.get('14-xelatex-p4.pdf')?.[1]?.text).toContain(`\n${rows.join('\n')}\n`);
  });

  test('yield no text if nothing is readable', () => {
    const trusted = examples
      .filter(({ expect: bestLabel }) => bestLabel === 'title')
      .flatMap(({ file }) => readings.get(file) ?? [])
      .filter(({ label, text }) => label !== 'title' || text !== '');
    expect(trusted).toEqual([]);
  });
});
