import { describe, expect, test } from 'vitest';
import { glossaryVariants } from './glossary.ts';

const glossary = [
  ['fiqh', 'فقه'],
  ['salah', 'salat', 'صلاة'],
  ['night prayer', 'قيام الليل'],
];

describe('glossaryVariants', () => {
  test.each([
    ['fiqh', ['فقه']],
    ['FIQH of salah', ['فقه of salah', 'fiqh of salat', 'fiqh of صلاة']],
    ['صلاه', ['salah', 'salat']],
    ['الصلاة', ['salah', 'salat']],
    ['the night prayer', ['the قيام الليل']],
    ['fiqhology', []],
    ['', []],
  ])('of %j are %j', (query, variants) => {
    expect(glossaryVariants(query, glossary)).toEqual(variants);
  });

  test('are few, however large the glossary', () => {
    const large = Array.from({ length: 50 }, (_, index) => ['word', `form ${index}`]);
    expect(glossaryVariants('word', large)).toHaveLength(6);
  });
});
