import { expect, test } from 'vitest';
import { textBlocks } from './text-blocks.ts';

const full = 'This line has as many words as the width of its page has room for and is full';
const kinds = (text: string) =>
  textBlocks(text).map(({ kind, parts }) => [kind, ...parts.map((part) => part.text)]);

test('lines that fill their width are joined, and a short one ends the paragraph', () => {
  expect(kinds(`${full}\n${full}\nof words.\n${full}\nEnd.`)).toEqual([
    ['paragraph', `${full} ${full} of words.`],
    ['paragraph', `${full} End.`],
  ]);
});

test('a short line before a full one is a heading, unless it ends a sentence', () => {
  expect(kinds(`On mercy\n${full}\nand more.`)).toEqual([
    ['heading', 'On mercy'],
    ['paragraph', `${full} and more.`],
  ]);
  expect(kinds(`He said:\n${full}`)).toEqual([
    ['paragraph', 'He said:'],
    ['paragraph', full],
  ]);
});

test('items, rows and verses of a poem stay apart', () => {
  expect(kinds(`${full}\nend.\n• one\n• two\n${full}\nend.`)[1]).toEqual(['list', '• one', '• two']);
  expect(kinds('١. النية من الليل\n٢. الإمساك عن المفطرات')).toEqual([
    ['list', '١. النية من الليل', '٢. الإمساك عن المفطرات'],
  ]);
  expect(kinds('Who\tWhat\nA traveler\tmay eat')).toEqual([['table', 'Who\tWhat', 'A traveler\tmay eat']]);
  expect(kinds('قفا نبك من ذكرى حبيب ومنزل\nبسقط اللوى بين الدخول فحومل')).toEqual([
    ['lines', 'قفا نبك من ذكرى حبيب ومنزل', 'بسقط اللوى بين الدخول فحومل'],
  ]);
});

test('the last of several short lines is not a heading', () => {
  expect(kinds(`${full}\nend.\nالحال الحكم\nالمسافر يفطر\nالمريض يفطر\n${full}`).slice(1)).toEqual([
    ['lines', 'الحال الحكم', 'المسافر يفطر', 'المريض يفطر'],
    ['paragraph', full],
  ]);
});

test('an item of several lines is joined', () => {
  expect(kinds(`• ${full}\nand goes on.\n• two`)).toEqual([['list', `• ${full} and goes on.`, '• two']]);
});

test('paragraphs that were joined already stay as they are', () => {
  const long = `${full} ${full} ${full}.`;
  expect(kinds(`${long}\n${long}`)).toEqual([
    ['paragraph', long],
    ['paragraph', long],
  ]);
});

test('each part says where it begins, character for character', () => {
  const text = `On mercy\n${full}\n${full}\nend.\nشعر\nنثر`;
  for (const { parts } of textBlocks(text))
    for (const part of parts)
      expect(text.slice(part.start, part.start + part.text.length).replaceAll('\n', ' ')).toBe(part.text);
});
