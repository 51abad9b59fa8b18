import { expect, test } from 'vitest';
import { drawnGlyph } from '../../../tests/support/drawn-glyph.ts';
import type { Glyph } from '../glyphs/glyph.ts';
import { joinedLines, PARAGRAPH_END, pageLines, pageText } from './page-text.ts';

test.each([
  ['a broken word is joined, with its hyphen', 'the travel-\nler prays', 'the travel\u2010ler\nprays'],
  ['in capitals and at a name', 'INTERNA-\nTIONAL law, al-\nFiqh', 'INTERNA\u2010TIONAL\nlaw, al\u2010Fiqh'],
  ['what follows the word stays with it', 'of self-\ncontrol. Then', 'of self\u2010control.\nThen'],
  ['a line of the half word alone', 'the travel-\nler\nprays', 'the travel\u2010ler\nprays'],
  [
    'a soft hyphen leaves nothing',
    'the travel\u00AD\nler and the sea\u00ADson',
    'the traveller\nand the season',
  ],
  [
    'a word that has its hyphen elsewhere keeps it',
    'a well-known rule, a well-\nknown man',
    'a well-known rule, a well-known\nman',
  ],
  ['a dash before a name stays', 'the rule -\nMalik said', 'the rule -\nMalik said'],
  ['Arabic is left alone', 'باب -\nالصلاة', 'باب -\nالصلاة'],
])('%s', (_, text, joined) => {
  expect(joinedLines(text)).toBe(joined);
});

test('many lines that end in hyphens take no time', () => {
  expect(joinedLines('a-\n'.repeat(20_000)).length).toBeGreaterThan(20_000);
  expect(joinedLines(`${'a'.repeat(100_000)}-\nb`)).toContain('a\u2010b');
});

test('the pages of a scanned spread, each a little askew, are read in their order', () => {
  const page = (letters: string, left: number, angle: number) =>
    [...letters].map((text, index) => drawnGlyph(text, left + 5 * index, { angle }));
  const read = (glyphs: Glyph[]) => pageText(pageLines(glyphs)).split(PARAGRAPH_END);
  expect(read([...page('longer', 200, 359), ...page('first', 0, 1)])).toEqual(['first', 'longer']);
  expect(read([...page('أخرى', 200, 1), ...page('صفحات', 0, 359)])).toEqual(['ىرخأ', 'تاحفص']);
});

const [wide, narrow] = ['a line of thirty-one characters', 'a last line'];
const lineAt = (text: string, baseline: number, left = 0) =>
  [...text].map((letter, index) => drawnGlyph(letter, left + 5 * index, { baseline, order: 100 - baseline }));
const paragraphsOf = (...lines: Glyph[][]) => pageText(pageLines(lines.flat())).split(PARAGRAPH_END);

test('lines that are broken where the next word has no room are one paragraph', () => {
  expect(paragraphsOf(lineAt(wide, 60), lineAt(wide, 48), lineAt(narrow, 36), lineAt(wide, 24))).toEqual([
    `${wide}\n${wide}\n${narrow}`,
    wide,
  ]);
});

test('a gap, an indent, a bullet and a line with room for the next word begin a paragraph', () => {
  expect(paragraphsOf(lineAt(wide, 72), lineAt(wide, 60), lineAt(wide, 42))).toHaveLength(2);
  expect(paragraphsOf(lineAt(wide, 60), lineAt(wide, 48, 15))).toHaveLength(2);
  expect(paragraphsOf(lineAt(wide, 60), lineAt(`• ${wide.slice(2)}`, 48))).toHaveLength(2);
  expect(paragraphsOf(lineAt(narrow, 60), lineAt(wide, 48))).toHaveLength(2);
});

test('items whose numbers have no full stop are an item each, and their numbers stand apart', () => {
  const items = [`1 ${wide.slice(2)}`, narrow, `2 ${wide.slice(2)}`, `3 ${wide.slice(2)}`];
  const lines = items.map((item, index) => lineAt(item, 60 - 12 * index, index === 1 ? 10 : 0));
  expect(paragraphsOf(...lines)).toEqual([
    `1\t${wide.slice(2)}\n${narrow}`,
    `2\t${wide.slice(2)}`,
    `3\t${wide.slice(2)}`,
  ]);
});

/** Rows of a table: each cell has its lines, 14 points apart, and rows are 24 points apart. */
function tableOf(rows: readonly (readonly string[])[][]): Glyph[][] {
  let top = 400;
  return rows.flatMap((row) => {
    const lines = Math.max(...row.map((cell) => cell.length));
    const drawn = Array.from({ length: lines }, (_, at) =>
      row.flatMap((cell, column) => lineAt(cell[at] ?? '', top - 14 * at, 120 * column)),
    );
    top -= 14 * (lines - 1) + 24;
    return drawn;
  });
}

test('a cell with several lines stays in its row', () => {
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

test('rows under the name of their group are rows, not lines of a cell', () => {
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

test('the cells of a table run in one direction, also in a row of another script', () => {
  const row = (cells: readonly string[], baseline: number) =>
    cells.flatMap((cell, column) => lineAt([...cell].reverse().join(''), baseline, 300 - 100 * column));
  const names = ['alif', 'ba', 'ta'].map((name) => [...name].reverse().join(''));
  const table = [row(['حرف الألف', 'حرف الباء', 'حرف التاء'], 400), row(names, 376)];
  expect(paragraphsOf(...table)).toEqual(['حرف الألف\tحرف الباء\tحرف التاء', 'alif\tba\tta']);
});
