import { expect, test } from 'vitest';
import { gregorianDate, hijriDate } from './dates.ts';

// At noon: the same day wherever this runs.
const day = '2026-11-21T12:00:00.000+00:00';

test('a day is written as people write it, in both calendars and languages, with the digits of the site', () => {
  expect(gregorianDate(day, 'en')).toBe('November 21, 2026');
  expect(gregorianDate(day, 'ar')).toBe('21 نوفمبر 2026');
  expect(hijriDate(day, 'en', 0)).toBe('Jumada II 11, 1448 AH');
  expect(hijriDate(day, 'ar', 0)).toBe('11 جمادى الآخرة 1448 هـ');
});

test('the owner moves the Hijri day, also into another month', () => {
  expect(hijriDate(day, 'en', 2)).toBe('Jumada II 13, 1448 AH');
  expect(hijriDate('2026-11-11T12:00:00.000+00:00', 'en', -2)).toMatch(/^Jumada I (29|30), 1448 AH$/);
});

test.each(['', 'yesterday', '2026-99-99'])('%j is no day', (text) => {
  expect([gregorianDate(text, 'en'), hijriDate(text, 'ar', 0)]).toEqual([undefined, undefined]);
});
