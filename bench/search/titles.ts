import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const list = (texts: string): string[] => texts.split(',');
const english = {
  subjects: list(
    'Fiqh,Tafsir,Seerah,Aqeedah,Hadith,Manners,Purification,Charity,Fasting,Pilgrimage,Marriage,Family,Trade,Prayer',
  ),
  topics: list(
    'basics,questions,answers,summary,patience,gratitude,mercy,neighbours,knowledge,intention,travel,winter,children',
  ),
  lesson: 'lesson',
  rare: 'ablution',
};
const arabic = {
  subjects: list(
    'فقه الصلاة,تفسير سورة البقرة,السيرة النبوية,شرح كتاب التوحيد,أحكام الصيام,آداب طالب العلم,الحج والعمرة,الطهارة,قصص الأنبياء,الأربعون النووية',
  ),
  topics: list(
    'الباب الأول,أسئلة وأجوبة,مختصر,الصبر,الشكر,التوكل,الرحمة,الصدقة,الأسرة,حق الجار,مكارم الأخلاق,مقدمة,خاتمة',
  ),
  lesson: 'الدرس',
  rare: 'تيمم',
};

/** One of this many titles contains the rare word of its language. */
const RARITY = 5_000;
const CATEGORIES = 100;

/** Returns the title of lesson `index`, the same one every time; half of the titles are Arabic. */
function title(index: number): string {
  // Knuth's multiplicative hash, so that neighbors differ without a random source.
  const mixed = Math.imul(index + 1, 2_654_435_761) >>> 0;
  const pick = (list: readonly string[], shift: number) => list[(mixed >>> shift) % list.length] ?? '';
  const { subjects, topics, lesson, rare } = mixed % 2 ? arabic : english;
  const special = Math.floor(index / 2) % (RARITY / 2) === 7 ? ` ${rare}` : '';
  const digits = String(index % 500);
  const number =
    mixed % 2 ? digits.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))) : digits;
  return `${pick(subjects, 3)} - ${pick(topics, 9)} ${pick(topics, 15)}${special} ${lesson} ${number}.pdf`;
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

/** Writes the rows of a library into a closed database, without the keys of search and order: the next start adds them. */
export function fillLibrary(dataDir: string, count: number): void {
  const database = new DatabaseSync(join(dataDir, 'minbar.db'));
  database.exec('PRAGMA cache_size = -256000; PRAGMA synchronous = OFF; BEGIN');
  const system = `_id, _created, _updated, _permissions, _version`;
  const category = database.prepare(
    `INSERT INTO "rows/library/categories" (${system}, categoryName) VALUES (?, ?, ?, '[]', 1, ?)`,
  );
  const date = (index: number) => new Date(Date.UTC(2020, 0, 1) + index * 60_000).toISOString();
  for (let index = 0; index < CATEGORIES; index++)
    category.run(`c${index}`, date(index), date(index), `Category ${index}`);
  const file = database.prepare(
    `INSERT INTO "rows/library/files" (${system}, url, fileName, fileSize, fileId, category) VALUES (?, ?, ?, '[]', 1, ?, ?, ?, ?, ?)`,
  );
  for (let index = 0; index < count; index++) {
    // The square makes the first categories large: the first holds a tenth of all files.
    const of = Math.floor((((index * 7919) % 10_007) ** 2 / 10_007 ** 2) * CATEGORIES);
    const url = `https://example.org/${index}.pdf`;
    file.run(`f${index}`, date(index), date(index), url, title(index), index, `f${index}`, `c${of}`);
  }
  const indexes = database.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'keys/%'`).all();
  for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`);
  database.exec('COMMIT');
  database.close();
}
