import { expect, test } from 'vitest';
import { latinSkeleton } from './latin-skeleton.ts';

test.each([
  ['tafseer', 'tafsir'],
  ['aqeedah', 'aqida'],
  ['salaah', 'salat'],
  ['ramadhan', 'ramazan'],
  ['shaykh', 'sheikh'],
  ['tawheed', 'tauhid'],
  ['koran', 'quran'],
  ['hadeeth', 'hadith'],
  ['mohammed', 'muhammad'],
])('%s is %s', (one, other) => {
  expect(latinSkeleton(one)).toBeDefined();
  expect(latinSkeleton(one)).toBe(latinSkeleton(other));
});

test.each([
  ['salah', 'salam'],
  ['hajj', 'hijra'],
  ['zakat', 'sadaqa'],
  ['iman', 'imam'],
])('%s is not %s', (one, other) => {
  expect(latinSkeleton(one)).not.toBe(latinSkeleton(other));
});

test.each(['they', 'the', 'say', 'al', 'x1y', 'فقه', ''])('%j has none', (word) => {
  expect(latinSkeleton(word)).toBeUndefined();
});
