import { expect, test } from 'vitest';
import { findVerses } from './find-verses.ts';

const terms = (search: string) =>
  findVerses(search)?.terms?.map(({ words, values }) => [...words, ...values].join(''));

test.each([
  '2:255',
  '٢:٢٥٥',
  '(2:255)',
  'البقرة ٢٥٥',
  'سورة البقرة: 255',
  'سورة البقرة آية 255',
  'Al-Baqarah 255',
  'baqara 255',
  'surah al baqarah 255',
  'آية الكرسي',
  'اية الكرسى',
  'ayat al-kursi',
  'Ayatul Kursi',
  'throne verse',
  'اللَّهُ لَا إِلَٰهَ إِلَّا هُوَ الْحَيُّ الْقَيُّومُ لَا تَأْخُذُهُ سِنَةٌ وَلَا نَوْمٌ',
  'ٱللَّهُ لَآ إِلَٰهَ إِلَّا هُوَ ٱلۡحَيُّ ٱلۡقَيُّومُۚ لَا تَأۡخُذُهُۥ سِنَةٞ وَلَا نَوۡمٞ',
  'لا تأخذه سنة ولا نوم له ما في السماوات',
])('finds the verse of the Throne for %s', (search) => {
  expect(terms(search)).toEqual(['2:255 quran2v255 ']);
});

test('finds ranges, consecutive verses and verses with equal words', () => {
  expect(terms('1:1-3')).toEqual(['1:1 quran1v1 ', '1:2 quran1v2 ', '1:3 quran1v3 ']);
  expect(terms('2:1-286')).toHaveLength(6);
  expect(terms('قل هو الله أحد الله الصمد')).toEqual(['112:1 quran112v1 ', '112:2 quran112v2 ']);
  expect(terms('55:16')).toEqual(['55:16 quran55v13 ']);
  expect(terms('آل عمران 18')).toEqual(['3:18 quran3v18 ']);
  expect(terms('Yasin 58')).toEqual(['36:58 quran36v58 ']);
  expect(terms('Al-Anbiya 30')).toEqual(['21:30 quran21v30 ']);
  for (const name of ['سبأ', 'سبإ', 'Saba']) expect(terms(`${name} 13`)).toEqual(['34:13 quran34v13 ']);
});

test('finds every verse that contains the words', () => {
  expect(findVerses('الله لا إله إلا هو الحي القيوم')?.terms?.[0]?.values).toEqual([
    ' quran2v255 ',
    ' quran3v2 ',
  ]);
});

test('returns the number of a verse that does not exist', () => {
  expect(findVerses('2:300')).toEqual({ unknown: '2:300' });
  expect(findVerses('115:1')).toEqual({ unknown: '115:1' });
  expect(findVerses('0:0')).toEqual({ unknown: '0:0' });
});

test.each([
  '',
  'wudu',
  'lesson 12',
  'الدرس ١٢',
  'أحكام الصيام للمبتدئين في رمضان',
  'بسم الله الرحمن الرحيم',
  '10:30 pm',
  '2:255 and more',
  'tafsir of the words الله لا إله إلا هو الحي القيوم in a lesson',
  '('.repeat(300),
])('finds no verse for %s', (search) => {
  expect(findVerses(search)).toBeUndefined();
});
