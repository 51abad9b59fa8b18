import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestReader, wordsOf } from './test-reader.ts';

/** Folder next to the project with single pages of real files, each with a text file of its correct words. */
const folder = join(import.meta.dirname, '../../../shared/cases/pdfs');
const cases = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.txt')) : [];
const reader = startTestReader();

/** Maximum number of lines that are not read correctly yet, by case. */
const missingLineCounts: Record<string, number> = {
  // The page has spaces that the reference text omits, as in case 09.
  '05': 1,
  '09': 1,
  // Numbers between words, a letter that is not drawn, and a ligature ني that is named ن.
  '11': 3,
  '19': 1,
  // A hyphen at the end of a line, and two joined lines.
  '28': 2,
};
const readCases = ['01', '06', '13', '17', '22', '25', '26', '33', '36', '39'];
/** Pages with unreadable letters, and a scan with printed lines at its edges: no text of them may be trusted. */
const unreadable = ['15', '32', '42'];

test.skipIf(cases.length === 0).each([...Object.keys(missingLineCounts), ...readCases])(
  'reads page %s',
  async (name) => {
    const truth = readFileSync(join(folder, `${name}.txt`), 'utf8').split(/# right words[^\n]*\n/)[1] ?? '';
    const lines = truth
      .split('\n')
      .map((line) => wordsOf(line.replace(/\(.*\)/g, '')).join(' '))
      .filter((line) => line !== '');
    const text = ` ${wordsOf(await reader.textOf(join(folder, `${name}.pdf`))).join(' ')} `;
    const missingLines = lines.filter((line) => !text.includes(` ${line} `));
    expect(missingLines.length, missingLines.join('\n')).toBeLessThanOrEqual(missingLineCounts[name] ?? 0);
  },
);

test.skipIf(cases.length === 0).each(unreadable)('does not trust page %s', async (name) => {
  const pages = await reader.pagesOf(join(folder, `${name}.pdf`));
  expect(pages.map(({ label, text }) => [label, text])).toEqual([['title', '']]);
});
