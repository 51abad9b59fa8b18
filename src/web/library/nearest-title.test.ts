import { describe, expect, test } from 'vitest';
import { editDistance, nearestTitle, queryParts } from './nearest-title.ts';

test.each([
  ['wudu', 'wudu', 0],
  ['wudu', 'wdu', 1],
  ['wuud', 'wudu', 1],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
])('from %j to %j takes %i', (from, to, steps) => {
  expect(editDistance(from, to)).toBe(steps);
});

describe('nearestTitle', () => {
  const titles = ['Rules of wudu', 'تفسير سورة الفاتحة', 'Preparing for Ramadan', 'أحكام الصيام'];

  test.each([
    ['Preparnig', 'Preparing for Ramadan'],
    ['Ramadam', 'Preparing for Ramadan'],
    ['rulse of wudu', 'Rules of wudu'],
    ['الفاتجة', 'تفسير سورة الفاتحة'],
    ['احكام الضيام', 'أحكام الصيام'],
  ])('finds for %j the title %j', (query, title) => {
    expect(nearestTitle(query, titles)).toBe(title);
  });

  test.each(['zzzzzz', 'x', '', 'inheritance', 'الصلاه'])('offers nothing for %j', (query) => {
    expect(nearestTitle(query, titles)).toBeUndefined();
  });
});

test.each([
  ['Ramadam', ['Ra', 'ma', 'dam']],
  ['abc', []],
  ['ab  cdef', ['ab', 'def']],
])('parts of %j are %j', (query, parts) => {
  expect(queryParts(query)).toEqual(parts);
});
