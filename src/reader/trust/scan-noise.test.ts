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
])('in a scan %s may be a word', (text) => {
  expect(isScanNoise(text)).toBe(false);
});

test.each(['}sq,;.,"', "ot*'ufr1", '""sH&', '€]<rtra?', '/^$"$', 'f\\\\', 'kaVm', 'rtq', '#-_%'])(
  'in a scan %s is noise',
  (text) => {
    expect(isScanNoise(text)).toBe(true);
  },
);
