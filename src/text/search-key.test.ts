import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { FOLD_VERSION } from './fold.ts';
import { pageWords, pageWordsVersion } from './page-words.ts';
import { foldTitle, searchKey } from './search-key.ts';
import { SORT_VERSION, sortKey } from './sort-key.ts';

const printKey = (key: string) =>
  key.replaceAll('\u0001', '|').replaceAll('\u0002', ' ').replaceAll('\u0003', '=');

test('a search key has the plain text, its words, the joined words, the skeletons and the modern spelling', () => {
  expect(printKey(searchKey('Al Tafseer 02'))).toBe(
    '|al tafseer 02| al tafseer \uE002 | altafseer \uE002 |=tafsir=|',
  );
  expect(printKey(searchKey('يَـٰقَوْمِ'))).toBe('|يَـٰقَوْمِ| يقوم ||| يا قوم |');
});

test('folds a title in the spelling of the Qur’an and in modern spelling, for plain contains', () => {
  expect(foldTitle('ٱلصِّرَٰط')).toBe('الصرط الصراط');
  expect(foldTitle('Al-Fiqh')).toBe('al-fiqh');
});

/** Never change this list; test new kinds of text separately. */
const frozenNames = [
  'أَحْكَامُ الصِّيَامِ.pdf',
  'احكام الصيام',
  'سيرة النبي مـحـمـد ﷺ.pdf',
  'تفسير سورة الرحمٰن.pdf',
  'وأقيموا الصَّلَوٰةَ - خطبة.pdf',
  'ٱلقُرءَان وعلومه.pdf',
  'فتاوى رمضان ١٤٤٦هـ.pdf',
  'فوائد من سورة الكهف، الدرس ٠٣',
  'قصص الأنبياء: داوود وإسحق وهرون عليهم السلام',
  'المسئولية والشئون ورءوس المسائل في مائة مسئلة',
  'إِنَّ رَحْمَتَ ٱللَّهِ قَرِيبٌ، النبيـۧن والغاوۥن',
  'ٱهْدِنَا ٱلصِّرَٰطَ ٱلْمُسْتَقِيمَ',
  'دعاء القنوت، شيء وجزء وضوء.pdf',
  'کتاب‌های گلستان یہ پاکستان ڈاکٹر.pdf',
  'سيرة عبد الله بن عباس وأبي بكر',
  'ﻻ ﺍﻟﺘﻔﺴﻴﺮ ﷽',
  'Ḥadīth Sciences (2nd edition), 1,000 pages.pdf',
  "Imam ash-Shafi'i’s Risāla",
  'Self-Control and al-Fiqh al–Muyassar.pdf',
  'Tafseer, Salaah, Shaykh, Mohammed',
  'Lesson 01 - 100% Halal_Guide v1.2',
  'Part 3-4 Straße Œuvre ﬁqh ½ ™',
  '',
];

/** Returns a digest of the keys of the frozen names. */
function digest(keyOf: (name: string) => string | Uint8Array): string {
  const hash = createHash('sha256');
  for (const name of frozenNames) hash.update(keyOf(name)).update('\n');
  return hash.digest('hex').slice(0, 16);
}

// A site recomputes stored keys only when their version changes, so a change of the keys needs a new version.
test('keys do not change without a new version', () => {
  const pages = (text: string) => pageWords(text, 'words') + pageWords(text, 'letters');
  expect({
    [`fold ${FOLD_VERSION}`]: digest(searchKey),
    [`sort ${SORT_VERSION}`]: digest(sortKey),
    [`pages ${pageWordsVersion}`]: digest(pages),
  }).toEqual({
    'fold 6': 'e1ba1e996048e284',
    'sort 1': '42eeb1f92d2063a8',
    'pages 6.4': 'f397469a0e7e9b04',
  });
});
