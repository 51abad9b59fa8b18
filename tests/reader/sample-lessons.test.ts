import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingWords, startTestReader } from './test-reader.ts';

const content = join(import.meta.dirname, '../../content');
const reader = startTestReader();
const textOf = (lesson: string) => reader.textOf(join(content, 'library', `${lesson}.pdf`));

/** Returns a lesson's source without pictures, comments, list numbers, and the markup of verses, hadiths and bold text. */
function sourceOf(lesson: string): string {
  return readFileSync(join(content, 'sample', `${lesson}.md`), 'utf8').replace(
    /^!\[.*|^<!--.*|^(?:> )?\d+\. |^```(?:quran|hadith)?|\*\*/gm,
    '',
  );
}

const lessons = readdirSync(join(content, 'sample'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -3));

test('reads every word of every sample lesson, in any order', async () => {
  const problems: string[] = [];
  for (const lesson of lessons) {
    const missing = missingWords(sourceOf(lesson), await textOf(lesson));
    if (missing.length > 0) problems.push(`${lesson}: ${missing.join(' ')}`);
  }
  expect(lessons.length).toBeGreaterThan(40);
  expect(problems).toEqual([]);
});

test.each([
  ['Arabic – العربية/2026-11-14 Lesson 7 – Personal pronouns', 'Person\tArabic\tSay\nI\tأَنَا\tana'],
  ['Arabic – العربية/2026-11-19 Lesson 10 – First sentences', 'قَرَأَ أَحْمَدُ الكِتَاب\tAhmad read the book'],
])('keeps an alef with hamza and vowel in its table row: %s', async (lesson, lines) => {
  expect(await textOf(lesson)).toContain(lines);
});

test('reads the rows of a table in order, before the next heading', async () => {
  expect(await textOf('Friday sermons – خطب الجمعة/1448-05-05 خطبة قصيرة – الأمانة')).toContain(
    'الأسرة\tالتربية والوقت والعدل بين الأولاد\tالانشغال عنهم بالشاشات\nالمكان العام\tنظافة الطريق، واحترام القانون\tالإضرار بالجيران\nالخطبة الثانية\n١\tطريق الإحياء',
  );
});

test.each([
  [
    'Hadith 13, brotherhood – الحديث ١٣، الأخوّة',
    'Hadith 13, brotherhood',
    'الحديث ١٣، الأخوّة\nدرس نموذجي للمبتدئين',
  ],
  ['Gratitude, a sermon – خطبة الشكر', 'Gratitude, a sermon', 'خطبة الشكر\nدرس نموذجي للمبتدئين'],
  [
    'The months of the Hijri year – الشهور الهجرية',
    'The months of the Hijri year',
    'اثنا عشر هلالًا تصنع عامًا: الأسماء والترتيب وما في كلّ شهر.',
  ],
])('reads the two languages at the top of %s one after the other', async (title, english, arabic) => {
  const lesson = lessons.find((name) => name.endsWith(title)) ?? '';
  const text = await textOf(lesson);
  expect(text).toContain(`${english}\n`);
  expect(text).toContain(arabic);
});
