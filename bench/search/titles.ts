const english = {
  subjects:
    'Fiqh,Tafsir,Seerah,Aqeedah,Hadith,Manners,Purification,Charity,Fasting,Pilgrimage,Marriage,Family,Trade,Prayer'.split(
      ',',
    ),
  about:
    'basics,questions,answers,summary,patience,gratitude,mercy,neighbours,knowledge,intention,travel,winter,children'.split(
      ',',
    ),
  lesson: 'lesson',
  rare: 'ablution',
};
const arabic = {
  subjects:
    'فقه الصلاة,تفسير سورة البقرة,السيرة النبوية,شرح كتاب التوحيد,أحكام الصيام,آداب طالب العلم,الحج والعمرة,الطهارة,قصص الأنبياء,الأربعون النووية'.split(
      ',',
    ),
  about:
    'الباب الأول,أسئلة وأجوبة,مختصر,الصبر,الشكر,التوكل,الرحمة,الصدقة,الأسرة,حق الجار,مكارم الأخلاق,مقدمة,خاتمة'.split(
      ',',
    ),
  lesson: 'الدرس',
  rare: 'تيمم',
};

/** Of so many titles, one holds the rare word of its language. */
const RARITY = 5_000;

/** The title of lesson `index` of a made-up library, half of them Arabic: the same one every time. */
export function title(index: number): string {
  // Knuth's multiplicative hash, so that neighbours differ without a random source.
  const mixed = Math.imul(index + 1, 2_654_435_761) >>> 0;
  const pick = (list: readonly string[], shift: number) => list[(mixed >>> shift) % list.length] ?? '';
  const { subjects, about, lesson, rare } = mixed % 2 ? arabic : english;
  const special = Math.floor(index / 2) % (RARITY / 2) === 7 ? ` ${rare}` : '';
  const digits = String(index % 500);
  const number =
    mixed % 2 ? digits.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))) : digits;
  return `${pick(subjects, 3)} - ${pick(about, 9)} ${pick(about, 15)}${special} ${lesson} ${number}.pdf`;
}

/** Searches of each length, in both scripts, found often, seldom and never. */
export const terms: readonly [label: string, term: string][] = [
  ['1 letter', 'a'],
  ['1 letter, Arabic', 'ا'],
  ['1 letter, in few titles', 'z'],
  ['2 letters', 'fi'],
  ['2 letters, Arabic', 'فق'],
  ['2 letters, in none', 'qz'],
  ['3 letters', 'fiq'],
  ['3 letters, Arabic', 'صلا'],
  ['6 letters', 'lesson'],
  ['6 letters, Arabic', 'الدرس'],
  ['6 letters, spelt otherwise', 'tafseer'],
  ['6 letters, Arabic, spelt otherwise', 'الصلاه'],
  ['two words', 'fiqh mercy'],
  ['two words, Arabic', 'الصبر تفسير'],
  ['a word and a number', 'lesson 12'],
  ['a word and a number, Arabic', 'الدرس ١٢'],
  ['a word and letters in none', 'lesson qz'],
  ['1 letter, in all titles', 'p'],
  ['3 letters, in all titles', 'pdf'],
  ['a rare word', 'ablution'],
  ['a rare word, Arabic', 'تيمم'],
  ['in no title', 'xylophone'],
  ['in no title, Arabic', 'قسطنطينية'],
];
