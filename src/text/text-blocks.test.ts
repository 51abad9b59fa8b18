import { expect, test } from 'vitest';
import { type TextBlock, textBlocks } from './text-blocks.ts';

const longText = 'A paragraph has many words, and the reader of PDFs has joined its lines, so that it is one';
const partsOf = (block: TextBlock) => (block.kind === 'table' ? block.rows.flat() : block.parts);
const kinds = (text: string) =>
  textBlocks(text).map((block) => [block.kind, ...partsOf(block).map((part) => part.text)]);

test('treats a short text before a paragraph as a heading, unless it is a sentence or a source', () => {
  expect(kinds(`On mercy\n${longText}.\n${longText}`)).toEqual([
    ['heading', 'On mercy'],
    ['paragraph', `${longText}.`],
    ['paragraph', longText],
  ]);
  for (const source of ['Muslim 868 · on sermons', 'Qur’an 14:7 · إبراهيم ٧'])
    expect(kinds(`${source}\n${longText}`)[0]).toEqual(['lines', source]);
  expect(kinds(`He said:\n${longText}`)).toEqual([
    ['paragraph', 'He said:'],
    ['paragraph', longText],
  ]);
});

test('keeps list items and lines of a poem separate', () => {
  expect(kinds(`${longText}\n• one\n• two\n${longText}`)[1]).toEqual(['list', '• one', '• two']);
  expect(kinds('١. النية من الليل\n٢. الإمساك عن المفطرات')).toEqual([
    ['list', '١. النية من الليل', '٢. الإمساك عن المفطرات'],
  ]);
  expect(kinds('قفا نبك من ذكرى حبيب ومنزل\nبسقط اللوى بين الدخول فحومل')).toEqual([
    ['lines', 'قفا نبك من ذكرى حبيب ومنزل', 'بسقط اللوى بين الدخول فحومل'],
  ]);
});

test('treats rows with the same number of cells as a table', () => {
  const table = 'Person\tArabic\tSay\nI\tأنا\tana\nyou\tأنت\tanta';
  const [heading, block, ...others] = textBlocks(`Alone\n${table}\nPage\t2`);
  expect(heading).toEqual({ kind: 'lines', parts: [{ text: 'Alone', start: 0 }] });
  expect(block?.kind === 'table' && block.rows.map((row) => row.map(({ text }) => text))).toEqual(
    table.split('\n').map((row) => row.split('\t')),
  );
  expect(others.map(({ kind }) => kind)).toEqual(['lines']);
});

test('does not treat the last of several short lines as a heading', () => {
  expect(kinds(`الحال الحكم\nالمسافر يفطر\nالمريض يفطر\n${longText}`)).toEqual([
    ['lines', 'الحال الحكم', 'المسافر يفطر', 'المريض يفطر'],
    ['paragraph', longText],
  ]);
});

test('returns the offset of each part', () => {
  const text = `On mercy\n${longText}\n\nشعر\nنثر\nالحال\tالحكم\nالمسافر\tيفطر`;
  const parts = textBlocks(text).flatMap(partsOf);
  expect(parts).toHaveLength(8);
  for (const part of parts) expect(text.startsWith(part.text, part.start)).toBe(true);
});
