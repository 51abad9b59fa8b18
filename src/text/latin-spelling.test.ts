import { expect, test } from 'vitest';
import { latinForms, latinSkeleton } from './latin-spelling.ts';

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
])('%s has the skeleton of %s', (a, b) => {
  expect(latinSkeleton(a)).toBeDefined();
  expect(latinSkeleton(a)).toBe(latinSkeleton(b));
});

test.each([
  ['salah', 'salam'],
  ['hajj', 'hijra'],
  ['zakat', 'sadaqa'],
  ['iman', 'imam'],
])('%s does not have the skeleton of %s', (a, b) => {
  expect(latinSkeleton(a)).not.toBe(latinSkeleton(b));
});

test.each(['they', 'the', 'say', 'al', 'x1y', 'فقه', ''])('%j has no skeleton', (word) => {
  expect(latinSkeleton(word)).toBeUndefined();
});

test.each([
  ['tafseer', 'tafsir'],
  ['aqeedah', 'aqida'],
  ['salaah', 'salat'],
  ['ramadhan', 'ramadan'],
  ['shaykh', 'sheikh'],
  ['tawheed', 'tauhid'],
  ['quran', 'koran'],
  ['hadeeth', 'hadith'],
  ['mohammed', 'muhammad'],
  ['janna', 'jannah'],
  ['wudhu', 'wudoo'],
])('%s is also written %s', (a, b) => {
  expect(latinForms(a)).toContain(b);
  expect(latinForms(b)).toContain(a);
});

test('lists at most 48 forms, all with the same skeleton', () => {
  for (const word of ['zakat', 'mubaarak', 'abdullah', 'sunnah', 'qiyaamah']) {
    const forms = latinForms(word);
    expect(forms.length).toBeLessThanOrEqual(48);
    expect(new Set(forms.map(latinSkeleton))).toEqual(new Set([latinSkeleton(word)]));
  }
});

test.each(['the', 'they', 'hajj'.slice(0, 3), 'فقه', 'x1yz', 'a'.repeat(300)])(
  '%s comes first among its forms',
  (word) => {
    expect(latinForms(word).slice(0, 1)).toEqual([word]);
    expect(latinForms(word).length).toBeLessThanOrEqual(48);
  },
);
