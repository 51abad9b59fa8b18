import { expect, test } from 'vitest';
import { unshownRows } from './unshown-rows.ts';

const dates = { $createdAt: '2026-01-01T00:00:00.000Z', $updatedAt: '2026-01-01T00:00:00.000Z' };
const categories = [
  { $id: 'fiqh', ...dates, categoryName: 'Fiqh' },
  { $id: 'blank', ...dates, categoryName: ' ' },
];
const file = { url: '/lesson/wudu.pdf', fileName: 'Wudu.pdf', fileSize: 9, fileId: 'f', category: 'fiqh' };
const lesson = { $id: 'wudu', ...dates, ...file };

test('names what visitors are not shown', () => {
  const files = [
    lesson,
    { ...lesson, $id: 'unnamed', fileName: '' },
    { ...lesson, $id: 'lost', category: null },
    { ...lesson, $id: 'gone', category: 'removed' },
    { ...lesson, $id: 'beside', category: 'blank' },
  ];
  expect(unshownRows(categories, files)).toEqual(['blank', 'unnamed', 'lost', 'gone', 'beside']);
  expect(unshownRows(categories.slice(0, 1), [lesson])).toEqual([]);
});
