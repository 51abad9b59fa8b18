import { expect, test } from 'vitest';
import { createGlyph } from '../../../tests/support/test-glyph.ts';
import type { Glyph } from '../glyphs/glyph.ts';
import { sortByColumns } from './columns.ts';
import { CELL_END, lineText, readLine } from './line-text.ts';
import type { Line } from './text-lines.ts';

/** Draws letters from left to right, starting at a position. */
function drawText(text: string, from: number): Glyph[] {
  return [...text].map((letter, index) => createGlyph(letter, from + index * 5, { index }));
}

const text = (line: Line): string => lineText(readLine(line, [])).replaceAll(CELL_END, ' ');
const read = (lines: readonly Line[]): string[] => sortByColumns(lines).map(({ glyphs }) => text(glyphs));
/** Reverses Arabic text, whose last letter is leftmost on the page. */
const toDrawnOrder = (text: string): string => [...text].reverse().join('');

/** Draws two texts side by side, the second starting at a position. */
const drawSideBySide = (left: readonly string[], right: readonly string[], from: number): Line[] =>
  left.map((row, index) => [...drawText(row, 0), ...drawText(right[index] ?? '', from)]);

test('reads two English columns one after the other, between the lines above and below', () => {
  const rows = [
    'one two three four',
    'five six seven ten',
    'nine alpha and one',
    'beta gamma and two',
    'delta epsilon last',
  ];
  const capitalRows = rows.map((row) => row.toUpperCase());
  const lines = drawSideBySide(rows, capitalRows, 110);
  const heading = drawText('a heading that runs over both of the columns', 0);
  expect(read([heading, ...lines, heading])).toEqual([text(heading), ...rows, ...capitalRows, text(heading)]);
});

test('reads the right column first if both columns are Arabic', () => {
  const right = Array.from({ length: 5 }, (_, index) => `هذا اول السطور رقم ${index}`);
  const left = Array.from({ length: 5 }, (_, index) => `ثم يتلوه العمود رقم ${index}`);
  expect(read(drawSideBySide(left.map(toDrawnOrder), right.map(toDrawnOrder), 130))).toEqual([
    ...right,
    ...left,
  ]);
});

test('reads a table row by row', () => {
  const months = ['Month', 'Muharram', 'Safar', 'Rabi', 'Rajab', 'Ramadan'];
  const days = ['Days', '30', '29', '30', '29', '30'];
  const rows = months.map((month, index) => `${month} ${days[index]}`);
  expect(read(drawSideBySide(months, days, 150))).toEqual(rows);
});

test('reads a text and its translation one after the other, even with short paragraphs', () => {
  const english = [
    'On entering',
    'enter with the right foot',
    'and say it.',
    'walk calmly even when the',
    'prayer has',
  ];
  const arabic = ['عند الدخول', 'ادخل برجلك اليمنى وقل', 'دعاء ذلك', 'امش بسكينة ولو اقيمت', 'الصلاة هنا'];
  expect(read(drawSideBySide(english, arabic.map(toDrawnOrder), 160))).toEqual([...english, ...arabic]);
});

test('reads a list of words and meanings row by row', () => {
  const words = ['book', 'a pen', 'the house of a friend', 'moon', 'sun', 'night'];
  const meanings = ['كتاب', 'قلم', 'بيت الصديق', 'قمر', 'شمس', 'ليل'];
  const rows = words.map((word, index) => `${word} ${meanings[index]}`);
  expect(read(drawSideBySide(words, meanings.map(toDrawnOrder), 160))).toEqual(rows);
});

test('does not treat punctuation at the edge of a table as another language', () => {
  const arabicLines = ['كيف حالك؟', 'بخير والحمد', 'من فضلك', 'شكرا', 'بارك الله فيك'].map(toDrawnOrder);
  const letters = ['kayfa haluk sir', 'bikhayr walhamd', 'min fadlak', 'shukran', 'baraka Allahu fik'];
  const englishLines = [
    'how are you today',
    'well, praise to God',
    'if you please',
    'thank you all',
    'may God bless you',
  ];
  const phrases = arabicLines.map((phrase, index) => `${phrase} ${letters[index]}`);
  expect(read(drawSideBySide(phrases, englishLines, 180))).toHaveLength(5);
});

test('reads columns with different baselines one after the other', () => {
  const column = (rows: readonly string[], from: number, baseline: number) =>
    rows.map((row, index) =>
      drawText(row, from).map((glyph) => ({ ...glyph, baseline: baseline - index * 14 })),
    );
  const rows = [
    'one two three four',
    'five six seven ten',
    'nine alpha and one',
    'beta gamma and two',
    'delta epsilon',
  ];
  const capitalRows = rows.map((row) => row.toUpperCase());
  const lines = column(rows, 0, 100).flatMap((line, index) => [
    line,
    column(capitalRows, 110, 94)[index] ?? [],
  ]);
  expect(read(lines)).toEqual([...rows, ...capitalRows]);
});

test('reads an Arabic poem in half-lines line by line', () => {
  const halves = [
    ['على قدر أهل العزم تأتي العزائم', 'وتأتي على قدر الكرام المكارم'],
    ['وتعظم في عين الصغير صغارها', 'وتصغر في عين العظيم العظائم'],
    ['ومن يتهيب صعود الجبال', 'يعش أبد الدهر بين الحفر'],
    ['إذا المرء لم يدنس من اللؤم عرضه', 'فكل رداء يرتديه جميل'],
    ['تعيرنا أنا قليل عديدنا', 'فقلت لها إن الكرام قليل'],
    ['وما ضرنا أنا قليل وجارنا', 'عزيز وجار الأكثرين ذليل'],
  ];
  const endingAt = (text: string, right: number) => drawText(toDrawnOrder(text), right - 5 * text.length);
  const lines = halves.map(([first = '', second = '']) => [
    ...endingAt(second, 200),
    ...endingAt(first, 400),
  ]);
  expect(read(lines)).toEqual(halves.map((half) => half.join(' ')));
});

test('reads rows far apart with cells of different length as a table, and a larger line below as a heading', () => {
  const cells = [
    'a row of four words',
    'a long row of five words',
    'short one',
    'a row of three',
    'the last of rows',
  ];
  const others = ['and its last cell', 'no', 'and what goes with it', 'cell', 'the end of it'];
  const lines = drawSideBySide(cells, others, 150).map((line, row) =>
    line.map((glyph) => ({ ...glyph, baseline: 400 - 27 * row })),
  );
  const heading = drawText('A heading', 0).map((glyph) => ({ ...glyph, size: 16, baseline: 250 }));
  const rows = cells.map((cell, index) => `${cell} ${others[index]}`);
  expect(read([...lines, heading])).toEqual([...rows, 'A heading']);
});

test('reads staggered columns with many short lines one after the other', () => {
  const side = (name: string, rows: number) =>
    Array.from({ length: rows }, (_, index) =>
      index % 3 === 2 ? `end ${name}` : `line ${index} of the ${name} side`,
    );
  const [left, right] = [side('one', 18), side('two', 12)];
  const lines = left.flatMap((row, index) => {
    const other = right[index];
    const baseline = 800 - 20 * index;
    const drawnLeft = drawText(row, 0).map((glyph) => ({ ...glyph, baseline }));
    const drawnRight = drawText(other ?? '', 150).map((glyph) => ({ ...glyph, baseline }));
    if (index === 0 || !other) return [[...drawnLeft, ...drawnRight]];
    return [drawnLeft, drawnRight.map((glyph) => ({ ...glyph, baseline: baseline - 9 }))];
  });
  expect(read(lines)).toEqual([...left, ...right]);
});

/** Draws two columns of lines 14 points apart, starting at the given heights: `left` at the left edge, `right` at 160. */
function drawAtHeights(
  left: readonly string[],
  leftTop: number,
  right: readonly string[],
  rightTop: number,
): Line[] {
  const drawLines = (rows: readonly string[], from: number, top: number) =>
    rows.map((row, index) => drawText(row, from).map((glyph) => ({ ...glyph, baseline: top - 14 * index })));
  const [starts, others] = [drawLines(left, 0, leftTop), drawLines(right.map(toDrawnOrder), 160, rightTop)];
  return starts.map((line, index) => [...line, ...(others[index] ?? [])]).concat(others.slice(starts.length));
}

test('reads a paragraph and its translation with fewer lines one after the other, then the footer', () => {
  const english = ['He said to a man who had', 'come to ask for counsel,', 'do not be angry.'];
  const arabic = ['قال لرجل جاء يطلب النصح', 'لا تغضب.'];
  const footer = [...drawText('A lesson 1 / 2', 0), ...drawText(toDrawnOrder('درس ١ / ٢'), 160)].map(
    (glyph) => ({
      ...glyph,
      baseline: 30,
    }),
  );
  expect(read([...drawAtHeights(english, 400, arabic, 397), footer])).toEqual([
    ...english,
    ...arabic,
    'A lesson 1 / 2 درس ١ / ٢',
  ]);
});

test('reads two rows of sentences and translations on the same baselines row by row', () => {
  const english = ['I am a new student here', 'and he is my first teacher'];
  const arabic = ['انا طالب جديد هنا', 'وهو معلمي الاول'];
  const rows = english.map((row, index) => `${row} ${arabic[index]}`);
  expect(read(drawAtHeights(english, 400, arabic, 400))).toEqual(rows);
});
