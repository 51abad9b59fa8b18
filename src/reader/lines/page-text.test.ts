import { expect, test } from 'vitest';
import { createGlyph } from '../../../tests/support/test-glyph.ts';
import type { Glyph } from '../glyphs/glyph.ts';
import { joinBrokenWords, PARAGRAPH_END, pageLines, pageText } from './page-text.ts';

test.each([
  ['joins a broken word with its hyphen', 'the travel-\nler prays', 'the travel\u2010ler\nprays'],
  ['joins capitals and names', 'INTERNA-\nTIONAL law, al-\nFiqh', 'INTERNA\u2010TIONAL\nlaw, al\u2010Fiqh'],
  ['keeps punctuation after the word', 'of self-\ncontrol. Then', 'of self\u2010control.\nThen'],
  ['joins a word part on a separate line', 'the travel-\nler\nprays', 'the travel\u2010ler\nprays'],
  ['removes a soft hyphen', 'the travel\u00AD\nler and the sea\u00ADson', 'the traveller\nand the season'],
  [
    'keeps the hyphen of a word that has it elsewhere',
    'a well-known rule, a well-\nknown man',
    'a well-known rule, a well-known\nman',
  ],
  ['keeps a dash before a name', 'the rule -\nMalik said', 'the rule -\nMalik said'],
  ['does not change Arabic', 'باب -\nالصلاة', 'باب -\nالصلاة'],
])('%s', (_, text, joined) => {
  expect(joinBrokenWords(text)).toBe(joined);
});

test('joins many hyphenated lines quickly', () => {
  expect(joinBrokenWords('a-\n'.repeat(20_000)).length).toBeGreaterThan(20_000);
  expect(joinBrokenWords(`${'a'.repeat(100_000)}-\nb`)).toContain('a\u2010b');
});

test('reads the slightly rotated pages of a scanned spread in order', () => {
  const page = (letters: string, left: number, angle: number) =>
    [...letters].map((text, index) => createGlyph(text, left + 5 * index, { angle }));
  const read = (glyphs: Glyph[]) => pageText(pageLines(glyphs)).split(PARAGRAPH_END);
  expect(read([...page('longer', 200, 359), ...page('first', 0, 1)])).toEqual(['first', 'longer']);
  expect(read([...page('أخرى', 200, 1), ...page('صفحات', 0, 359)])).toEqual(['ىرخأ', 'تاحفص']);
});

const [wide, narrow] = ['a line of thirty-one characters', 'a last line'];
const lineAt = (text: string, baseline: number, left = 0) =>
  [...text].map((letter, index) =>
    createGlyph(letter, left + 5 * index, { baseline, order: 100 - baseline }),
  );
const paragraphsOf = (...lines: Glyph[][]) => pageText(pageLines(lines.flat())).split(PARAGRAPH_END);

test('joins lines into a paragraph if the first word of the next line had no room', () => {
  expect(paragraphsOf(lineAt(wide, 60), lineAt(wide, 48), lineAt(narrow, 36), lineAt(wide, 24))).toEqual([
    `${wide}\n${wide}\n${narrow}`,
    wide,
  ]);
});

test('starts a paragraph after a gap or a line with room, and at an indent or bullet', () => {
  expect(paragraphsOf(lineAt(wide, 72), lineAt(wide, 60), lineAt(wide, 42))).toHaveLength(2);
  expect(paragraphsOf(lineAt(wide, 60), lineAt(wide, 48, 15))).toHaveLength(2);
  expect(paragraphsOf(lineAt(wide, 60), lineAt(`• ${wide.slice(2)}`, 48))).toHaveLength(2);
  expect(paragraphsOf(lineAt(narrow, 60), lineAt(wide, 48))).toHaveLength(2);
});

test('separates numbered items without periods from each other, and each number from its text', () => {
  const items = [`1 ${wide.slice(2)}`, narrow, `2 ${wide.slice(2)}`, `3 ${wide.slice(2)}`];
  const lines = items.map((item, index) => lineAt(item, 60 - 12 * index, index === 1 ? 10 : 0));
  expect(paragraphsOf(...lines)).toEqual([
    `1\t${wide.slice(2)}\n${narrow}`,
    `2\t${wide.slice(2)}`,
    `3\t${wide.slice(2)}`,
  ]);
});

test('joins a line below the text of a list item to the item, unless a sentence ends above', () => {
  const listOf = (first: string) => [
    lineAt(wide, 60),
    lineAt(`1. ${first}`, 48),
    lineAt(narrow, 36, 15),
    lineAt('2. next', 24),
  ];
  expect(paragraphsOf(...listOf('short'))).toEqual([wide, `1. short\n${narrow}`, '2. next']);
  expect(paragraphsOf(...listOf('short:'))).toEqual([wide, '1. short:', narrow, '2. next']);
});

/** Draws a table whose cells have lines 14 points apart, and whose rows are 24 points apart. */
function tableOf(rows: readonly (readonly string[])[][]): Glyph[][] {
  let top = 400;
  return rows.flatMap((row) => {
    const lines = Math.max(...row.map((cell) => cell.length));
    const drawn = Array.from({ length: lines }, (_, index) =>
      row.flatMap((cell, column) => lineAt(cell[index] ?? '', top - 14 * index, 120 * column)),
    );
    top -= 14 * (lines - 1) + 24;
    return drawn;
  });
}

test('keeps a cell with several lines in its row', () => {
  const long = ['when the sun has passed', 'its middle'];
  const table = tableOf([
    [['Dawn'], ['2'], ['when there is light']],
    [['Noon', 'prayer'], ['4'], long],
    [['Sunset'], ['3'], ['when the sun is gone']],
  ]);
  expect(paragraphsOf(...table)).toEqual([
    'Dawn\t2\twhen there is light',
    'Noon\nprayer\t4\twhen the sun has passed\nits middle',
    'Sunset\t3\twhen the sun is gone',
  ]);
});

test('keeps a cell in its row if its lines do not fit in one, even if the program moves the pen instead of writing spaces', () => {
  const table = tableOf([
    [['Dawn'], ['2'], ['when there is light']],
    [['Noon'], ['4'], ['the sun at its', 'northernmost or so']],
    [['Sunset'], ['3'], ['when the sun is gone']],
  ]);
  const withoutSpaces = table.map((line) => line.filter(({ kind }) => !kind.isSpace));
  for (const lines of [table, withoutSpaces])
    expect(paragraphsOf(...lines)).toEqual([
      'Dawn\t2\twhen there is light',
      'Noon\t4\tthe sun at its\nnorthernmost or so',
      'Sunset\t3\twhen the sun is gone',
    ]);
});

test('separates rows under the name of their group', () => {
  const table = tableOf([
    [
      ['Monday', ''],
      ['Dawn', 'Noon'],
      ['05:00', '13:00'],
    ],
    [
      ['Friday', ''],
      ['Dawn', 'Noon'],
      ['05:10', '13:10'],
    ],
  ]);
  expect(paragraphsOf(...table)).toEqual([
    'Monday\tDawn\t05:00',
    'Noon\t13:00',
    'Friday\tDawn\t05:10',
    'Noon\t13:10',
  ]);
});

test('reads the cells of all rows in the same direction, even in another script', () => {
  const row = (cells: readonly string[], baseline: number) =>
    cells.flatMap((cell, column) => lineAt([...cell].reverse().join(''), baseline, 300 - 100 * column));
  const names = ['alif', 'ba', 'ta'].map((name) => [...name].reverse().join(''));
  const table = [row(['حرف الألف', 'حرف الباء', 'حرف التاء'], 400), row(names, 376)];
  expect(paragraphsOf(...table)).toEqual(['حرف الألف\tحرف الباء\tحرف التاء', 'alif\tba\tta']);
});
