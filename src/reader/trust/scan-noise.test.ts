import { expect, test } from 'vitest';
import { isScanNoise } from './scan-noise.ts';

test.each([
  'Surah',
  'Tsamud,',
  "Syu'aib",
  'al-Qur’an',
  '(Maha',
  'ke-10',
  '227',
  '12:34',
  '-',
  'الكتاب؟',
  '»اللهم',
  'قدير«',
  'WORD',
  'righteous-',
  'position.14',
  'حقوق الجار في ',
])('accepts %s as a word', (text) => {
  expect(isScanNoise(text)).toBe(false);
});

test.each(['}sq,;.,"', "ot*'ufr1", '""sH&', '€]<rtra?', '/^$"$', 'f\\\\', 'kaVm', 'rtq', '#-_%'])(
  'detects %s as noise',
  (text) => {
    expect(isScanNoise(text)).toBe(true);
  },
);
