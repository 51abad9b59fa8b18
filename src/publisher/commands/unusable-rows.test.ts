import { expect, test } from 'vitest';
import { unusableRows } from './unusable-rows.ts';

const categories = [
  { id: 'fiqh', name: 'Fiqh' },
  { id: 'blank', name: ' ' },
];
const lesson = { id: 'wudu', fileName: 'Wudu.pdf', categoryId: 'fiqh' };

test('names what visitors are not shown', () => {
  const lessons = [
    lesson,
    { ...lesson, id: 'unnamed', fileName: '' },
    { ...lesson, id: 'lost', categoryId: null },
    { ...lesson, id: 'gone', categoryId: 'removed' },
    { ...lesson, id: 'beside', categoryId: 'blank' },
  ];
  expect(unusableRows(categories, lessons)).toEqual(['blank', 'unnamed', 'lost', 'gone', 'beside']);
  expect(unusableRows(categories.slice(0, 1), [lesson])).toEqual([]);
});
