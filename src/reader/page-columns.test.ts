import { expect, test } from 'vitest';
import type { Glyph } from './glyph.ts';
import { lineText, readLine } from './line-text.ts';
import { inColumns } from './page-columns.ts';
import type { Line } from './text-lines.ts';

const size = 10;

/** Letters side by side from a place on, as they are drawn from left to right. */
function drawn(text: string, from: number): Glyph[] {
  return [...text].map((letter, index): Glyph => {
    const left = from + index * 5;
    return {
      text: letter,
      left,
      right: left + 5,
      pen: left,
      baseline: 0,
      order: 0,
      index,
      size,
      angle: 0,
      hyphen: false,
    };
  });
}

const text = (line: Line): string => lineText(readLine(line, []));
const read = (lines: readonly Line[]): string[] => inColumns(lines).map(text);
const fromRight = (text: string): string => [...text].reverse().join('');

test('two columns of English are read one after the other, what is over and under them in its place', () => {
  const rows = [
    'one two three four',
    'five six seven ten',
    'nine alpha and one',
    'beta gamma and two',
    'delta epsilon last',
  ];
  const others = rows.map((row) => row.toUpperCase());
  const lines = rows.map((row, index) => [...drawn(row, 0), ...drawn(others[index] ?? '', 110)]);
  const head = drawn('a heading that runs over both of the columns', 0);
  expect(read([head, ...lines, head])).toEqual([text(head), ...rows, ...others, text(head)]);
});

test('of two columns of Arabic the right one comes first', () => {
  const right = Array.from({ length: 5 }, (_, index) => `هذا اول السطور رقم ${index}`);
  const left = Array.from({ length: 5 }, (_, index) => `ثم يتلوه العمود رقم ${index}`);
  const lines = right.map((row, index) => [
    ...drawn(fromRight(left[index] ?? ''), 0),
    ...drawn(fromRight(row), 130),
  ]);
  expect(read(lines)).toEqual([...right, ...left]);
});

test('a table is read row by row', () => {
  const cells = [
    ['Month', 'Days'],
    ['Muharram', '30'],
    ['Safar', '29'],
    ['Rabi', '30'],
    ['Rajab', '29'],
    ['Ramadan', '30'],
  ];
  const lines = cells.map(([month = '', days = '']) => [...drawn(month, 0), ...drawn(days, 150)]);
  expect(read(lines)).toEqual(cells.map((row) => row.join(' ')));
});

test('a text beside its translation is read language by language, though its paragraphs are short', () => {
  const english = [
    'On entering',
    'enter with the right foot',
    'and say it.',
    'walk calmly even when the',
    'prayer has',
  ];
  const arabic = ['عند الدخول', 'ادخل برجلك اليمنى وقل', 'دعاء ذلك', 'امش بسكينة ولو اقيمت', 'الصلاة هنا'];
  const lines = english.map((row, index) => [
    ...drawn(row, 0),
    ...drawn(fromRight(arabic[index] ?? ''), 160),
  ]);
  expect(read(lines)).toEqual([...english, ...arabic]);
});

test('a list of words and their meaning is read row by row', () => {
  const words = [
    ['book', 'كتاب'],
    ['a pen', 'قلم'],
    ['the house of a friend', 'بيت الصديق'],
    ['moon', 'قمر'],
    ['sun', 'شمس'],
    ['night', 'ليل'],
  ];
  const lines = words.map(([word = '', meaning = '']) => [
    ...drawn(word, 0),
    ...drawn(fromRight(meaning), 160),
  ]);
  expect(read(lines)).toEqual(words.map((row) => row.join(' ')));
});

test('columns on other baselines are read one after the other', () => {
  const column = (rows: readonly string[], from: number, baseline: number) =>
    rows.map((row, index) =>
      drawn(row, from).map((glyph) => ({ ...glyph, baseline: baseline - index * 14 })),
    );
  const rows = [
    'one two three four',
    'five six seven ten',
    'nine alpha and one',
    'beta gamma and two',
    'delta epsilon',
  ];
  const others = rows.map((row) => row.toUpperCase());
  const lines = column(rows, 0, 100).flatMap((line, index) => [line, column(others, 110, 94)[index] ?? []]);
  expect(read(lines)).toEqual([...rows, ...others]);
});

test('an Arabic poem in two halves is read line by line', () => {
  const halves = [
    ['على قدر أهل العزم تأتي العزائم', 'وتأتي على قدر الكرام المكارم'],
    ['وتعظم في عين الصغير صغارها', 'وتصغر في عين العظيم العظائم'],
    ['ومن يتهيب صعود الجبال', 'يعش أبد الدهر بين الحفر'],
    ['إذا المرء لم يدنس من اللؤم عرضه', 'فكل رداء يرتديه جميل'],
    ['تعيرنا أنا قليل عديدنا', 'فقلت لها إن الكرام قليل'],
    ['وما ضرنا أنا قليل وجارنا', 'عزيز وجار الأكثرين ذليل'],
  ];
  const endingAt = (text: string, right: number) => drawn(fromRight(text), right - 5 * text.length);
  const lines = halves.map(([first = '', second = '']) => [
    ...endingAt(second, 200),
    ...endingAt(first, 400),
  ]);
  expect(read(lines)).toEqual(halves.map((half) => half.join(' ')));
});
