import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chooseCoverDesign, findFirstLetter, findSeriesNumber } from './cover-design.ts';

test.each([
  ['Fiqh – الفقه', 'فقه العبادات', 'Fiqh of worship', 'drop'],
  ['Hadith – الحديث', 'الحديث النبوي', 'Forty Hadith', 'chain'],
  ['Qur’an – القرآن', 'القُرْآنُ وَالتَّفْسِيرُ', "The Qur'an and tafsir", 'book'],
  ['Friday sermons – خطب الجمعة', 'خُطَب', 'Khutbahs', 'minbar'],
  ['Seerah – السيرة', 'السيرة النبوية', 'Life of the Prophet', 'road'],
  ['Ramadan – رمضان', 'رمضان والصيام', 'Ramadan and fasting', 'moon'],
  ['Manners – الآداب', 'الآداب والأخلاق', 'Manners and character', 'leaf'],
  ['Reminders – الرقائق', 'الرَّقائق', 'Ādāb', 'leaf'],
  ['ʿAqīdah – العقيدة', 'عقیده', 'ʿAqīdah', ''],
  ['Qurʾān – القرءان', 'ٱلقرآن', 'Qurʾān', 'book'],
  ['Arabic – العربية', 'اللغة العربية', 'Learning Arabic', 'ض'],
  ['Creed – العقيدة', 'التوحيد', 'Aqeedah', ''],
])('%s, %s and %s share one emblem or letter, and one color', (both, arabic, english, emblem) => {
  const subject = chooseCoverDesign(both);
  expect(subject.emblem ?? subject.letter).toBe(emblem);
  expect([arabic, english].map(chooseCoverDesign)).toEqual([subject, subject]);
});

test('categories of the sample library have different cloths', () => {
  const names = readdirSync(new URL('../../../content/sample', import.meta.url)).filter((name) =>
    / – /.test(name),
  );
  expect(new Set(names.map((name) => chooseCoverDesign(name).cloth)).size).toBe(names.length);
  expect(names).toHaveLength(9);
});

test('an unknown category has no emblem, and a cloth that does not depend on Unicode normalization', () => {
  for (const name of ['Family', 'الأسرة', 'General', 'Youth']) {
    expect(chooseCoverDesign(name.normalize('NFD'))).toEqual(chooseCoverDesign(name));
    expect(chooseCoverDesign(name).emblem).toBeUndefined();
  }
});

test.each([
  ['Family', 'F'],
  ['الأسرة', 'أ'],
  ['شباب', 'ش'],
  ['(1) youth', 'Y'],
  ['12', ''],
])('the first letter of %s is "%s"', (name, letter) => {
  expect(findFirstLetter(name)).toBe(letter);
});

test('drawings.svg has every emblem', () => {
  const file = readFileSync(new URL('./drawings.svg', import.meta.url), 'utf8');
  const names = ['Fiqh', 'Hadith', 'Quran', 'Sermons', 'Seerah', 'Ramadan', 'Manners'];
  for (const name of names) expect(file).toContain(`<symbol id="${chooseCoverDesign(name).emblem}"`);
});

test('the stylesheet has a color for every cloth', () => {
  const styles = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8');
  const cloths = Array.from({ length: 500 }, (_, index) => chooseCoverDesign(`category ${index}`).cloth);
  for (const cloth of new Set(cloths)) expect(styles).toContain(`--cloth-${cloth}: #`);
});

test.each([
  ['Lesson 7 – Personal pronouns', '7'],
  ['الدرس ٣ – الهجرة إلى المدينة', '٣'],
  ['الدرس ١٠ – حجة الوداع', '١٠'],
  ['Forty Hadith 13, brotherhood – الأربعون ١٣، الأخوة', '13'],
  ['12. Patience', '12'],
  ['Juz 30', '30'],
  ['The 5 pillars', undefined],
  ['2019 in review', undefined],
  ['Ten days of Dhul-Hijjah 1447', undefined],
  ['Gratitude', undefined],
])('the series number in %s is %s', (title, number) => {
  expect(findSeriesNumber(title)).toBe(number);
});
