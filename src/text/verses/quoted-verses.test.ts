import { expect, test } from 'vitest';
import { modernSpelling } from '../quran-spelling.ts';
import { packVerses, readSource } from './generate.ts';
import hashes from './hashes.json' with { type: 'json' };
import { findFirstSame, hashesOf, quotedVerses, verseTerm } from './quoted-verses.ts';

const suras = readSource();
const verses = suras.flatMap((sura, at) =>
  sura.verses.map(({ text }, verse) => ({ sura: at + 1, verse: verse + 1, text })),
);
const namesOf = (text: string) => quotedVerses(text).map(({ sura, verse }) => `${sura}:${verse}`);

test('hashes.json matches the verses of the source', () => {
  expect(hashes).toEqual(packVerses(suras));
});

/** Creates a seeded generator of random numbers below a bound. */
function createRandom(seed: number) {
  let state = seed;
  return (bound: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const prose =
  `الصيام في اللغة الإمساك وفي الشرع إمساك بنية عن المفطرات من طلوع الفجر إلى غروب الشمس وقد فرض في السنة الثانية
من الهجرة ومن حكمته تهذيب النفس وتعويدها الصبر ومراقبة الله في السر والعلن وتذكير الغني بحال الفقير قال الشيخ رحمه الله واعلم
أن طالب العلم يحتاج إلى نية صادقة وصبر طويل وأدب مع شيوخه ورفقائه وأن ينشر ما تعلم بين الناس بالحكمة والموعظة`.split(
    /\s+/,
  );

const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => (modernSpelling(text) ?? text).replace(/[\u06D6-\u06ED]/g, ''),
  (text) =>
    (modernSpelling(text) ?? text)
      .normalize('NFC')
      .replace(/[\p{M}\u0640\u06D6-\u06ED]/gu, '')
      .replaceAll('ٱ', 'ا'),
];

/** Generates pages of prose with one to three quotations of at least five words, in one of three spellings. */
function generatePages(count: number) {
  const random = createRandom(45);
  return Array.from({ length: count }, (_, at) => {
    const respell = spellings[at % 3] ?? String;
    const quotations: { sura: number; verse: number; text: string }[] = [];
    const parts: string[] = [];
    while (quotations.length < 1 + (at % 3)) {
      const verse = verses[random(verses.length)];
      const words = verse?.text.split(' ') ?? [];
      if (!verse || words.length < 5) continue;
      const length = 5 + random(Math.min(words.length, 25) - 4);
      const from = random(2) ? 0 : random(words.length - length + 1);
      const text = words.slice(from, from + length).join(' ');
      quotations.push({ ...verse, text });
      const begin = random(prose.length);
      parts.push(`${[...prose.slice(begin), ...prose.slice(0, begin)].join(' ')} ﴿${respell(text)}﴾`);
    }
    return { text: parts.join('\n'), quotations };
  });
}

test('finds 95 % of quotations of five words or more, and 99 % of what it finds is right', () => {
  let [correctCount, wrongCount, missingCount] = [0, 0, 0];
  for (const { text, quotations } of generatePages(300)) {
    const names = new Set(namesOf(text));
    const expected = new Set<string>();
    for (const verse of quotations) {
      const { sura, verse: number } = findFirstSame(verse);
      if (names.has(`${sura}:${number}`)) correctCount++;
      else missingCount++;
      // A quotation of words that several verses contain counts for each of these verses.
      for (const equal of verses.filter((other) => other.text.includes(verse.text))) {
        const firstVerse = findFirstSame(equal);
        expected.add(`${firstVerse.sura}:${firstVerse.verse}`);
      }
      expected.add(`${sura}:${number}`);
    }
    for (const name of names) if (!expected.has(name)) wrongCount++;
  }
  expect(correctCount / (correctCount + wrongCount)).toBeGreaterThanOrEqual(0.99);
  expect(correctCount / (correctCount + missingCount)).toBeGreaterThanOrEqual(0.95);
});

test.each([
  ['وقال تعالى: ﴿ٱللَّهُ لَآ إِلَٰهَ إِلَّا هُوَ ٱلۡحَيُّ ٱلۡقَيُّومُۚ لَا تَأۡخُذُهُۥ سِنَةٞ وَلَا نَوۡمٞ﴾', '2:255'],
  ['قال: يا أيها الذين آمنوا كتب عليكم الصيام كما كتب على الذين من قبلكم', '2:183'],
  ['فإن مع العسر يسرا إن مع العسر يسرا', '94:5 94:6'],
  ['قل هو الله أحد (١) الله الصمد (٢) لم يلد ولم يولد', '112:1 112:2 112:3'],
  ['الله نور السماوات والأرض', '24:35'],
  ['فبأي آلاء ربكما تكذبان', '55:13'],
])('finds the verses quoted in: %s', (text, expected) => {
  expect(namesOf(text).join(' ')).toBe(expected);
});

test.each([
  'بسم الله الرحمن الرحيم',
  'الحمد لله رب العالمين والصلاة والسلام على أشرف المرسلين',
  'أشهد أن لا إله إلا الله وحده لا شريك له وأن محمدا عبده ورسوله',
  'لا حول ولا قوة إلا بالله العلي العظيم',
  'رضي الله عنه وأرضاه وهو على كل شيء قدير',
  prose.join(' '),
  'There is no word of Arabic here',
  '',
])('finds no verse in: %s', (text) => {
  expect(namesOf(text)).toEqual([]);
});

test('returns the term, the hashes and the first equal verse', () => {
  expect(verseTerm({ sura: 2, verse: 255 })).toBe('quran2v255');
  expect(hashesOf({ sura: 2, verse: 255 })?.length).toBeGreaterThan(40);
  expect(hashesOf({ sura: 2, verse: 287 })).toBeUndefined();
  expect(hashesOf({ sura: 115, verse: 1 })).toBeUndefined();
  expect(findFirstSame({ sura: 55, verse: 16 })).toEqual({ sura: 55, verse: 13 });
});
