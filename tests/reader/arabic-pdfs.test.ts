import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { withoutRecurringLines } from '#reader/lines/recurring-lines.ts';
import { createPdfProcess, type PageReading } from '#reader/pdf-process.ts';
import { fold } from '#text/fold.ts';

/** A PDF of the corpus, its best possible result, and the text of its pages. */
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
const pdfs = createPdfProcess();
afterAll(() => pdfs.close());

const splitWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the share of a page's true words that were read, counting repetitions. */
function shareOfWords(truth: string, text: string): number {
  const read = Map.groupBy(splitWords(text), (word) => word);
  const words = splitWords(truth);
  return words.filter((word) => read.get(word)?.pop() !== undefined).length / words.length;
}

/** The same without spaces on either side; each part of the text counts once. */
function shareOfLetters(truth: string, text: string): number {
  let letters = splitWords(text).join('');
  const words = splitWords(truth).toSorted((a, b) => b.length - a.length);
  const foundWords = words.filter((word) => {
    const at = letters.indexOf(word);
    if (at >= 0) letters = `${letters.slice(0, at)}|${letters.slice(at + word.length)}`;
    return at >= 0;
  });
  return foundWords.length / words.length;
}

const readings = new Map<string, PageReading[]>();
for (const { file } of examples) {
  const reading = await pdfs.read(join(folder, file));
  readings.set(file, 'pages' in reading ? reading.pages : []);
}
const average = ({ file, pages }: Example, share: (truth: string, text: string) => number): number =>
  pages.reduce((sum, { truth }, index) => sum + share(truth, readings.get(file)?.[index]?.text ?? ''), 0) /
  pages.length;

describe('PDFs of thirty programs', () => {
  test('of whose words all can be read are read', () => {
    const all = examples.filter(({ expect: best }) => best === 'words');
    const misread = all.filter((example) => average(example, shareOfWords) < 0.95);
    expect(all).toHaveLength(31);
    expect(misread.map(({ file }) => file)).toEqual([]);
  });

  test('of whose letters all can be read are found by their letters', () => {
    const all = examples.filter(({ expect: best }) => best === 'letters');
    expect(all.filter((example) => average(example, shareOfLetters) < 0.9)).toEqual([]);
  });

  test('never give garbage for words', () => {
    const garbage = examples.flatMap(({ file, pages }) =>
      pages.filter(({ truth }, index) => {
        const reading = readings.get(file)?.[index];
        return reading?.label === 'words' && shareOfWords(truth, reading.text) < 0.9;
      }),
    );
    expect(garbage).toEqual([]);
  });

  test('that say nothing true give nothing', () => {
    const trusted = examples
      .filter(({ expect: best }) => best === 'title')
      .flatMap(({ file }) => readings.get(file) ?? [])
      .filter(({ label, text }) => label !== 'title' || text !== '');
    expect(trusted).toEqual([]);
  });
});
