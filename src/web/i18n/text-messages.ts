import { isolate, type Language } from '#contract/language.ts';

/** Numbers of pages and lessons found inside lessons; `…AtLeast` if there are more than were counted. */
export interface TextHitCounts {
  pages: number;
  pagesAtLeast?: boolean;
  lessons: number;
  lessonsAtLeast?: boolean;
  /** Set if no page has all words of the search: the pages have more than half of them, or half. */
  share?: 'most' | 'some';
}

/** A noun in the plural forms of CLDR for its language; `#` is replaced by the number. */
type Noun = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

function counting(locale: string, page: Noun, within: string, lesson: Noun, furtherPage: Noun) {
  const { format } = new Intl.NumberFormat(locale);
  const plural = new Intl.PluralRules(locale);
  const countNoun = (noun: Noun, count: number, atLeast = false) => {
    const rule = plural.select(count);
    const form = atLeast && (rule === 'one' || rule === 'two') ? 'other' : rule;
    return (noun[form] ?? noun.other).replace('#', `${format(count)}${atLeast ? '+' : ''}`);
  };
  const all = ({ pages, pagesAtLeast, lessons, lessonsAtLeast }: TextHitCounts) =>
    countNoun(page, pages, pagesAtLeast) + within + countNoun(lesson, lessons, lessonsAtLeast);
  return {
    all,
    pages: (count: number) => countNoun(page, count),
    further: (count: number, atLeast?: boolean) => countNoun(furtherPage, count, atLeast),
    number: format,
  };
}

export const inEnglish = counting(
  'en',
  { one: '# page', other: '# pages' },
  ' in ',
  { one: '# lesson', other: '# lessons' },
  { one: 'and # more page', other: 'and # more pages' },
);
export const inArabic = counting(
  'ar-u-nu-latn',
  { one: 'صفحة واحدة', two: 'صفحتان', few: '# صفحات', other: '# صفحة' },
  ' في ',
  { one: 'درس واحد', two: 'درسين', few: '# دروس', many: '# درسًا', other: '# درس' },
  { one: 'وصفحة أخرى', two: 'وصفحتان أخريان', few: 'و# صفحات أخرى', other: 'و# صفحة أخرى' },
);

const partlyEnglish = { most: 'Pages with most of its words', some: 'Pages with some of its words' };
const partlyArabic = { most: 'صفحات فيها معظم كلماتها', some: 'صفحات فيها بعض كلماتها' };

/** Texts of the results inside lessons, separate from the catalogs because they load with the first search. */
const english = {
  /** Heading of the pages that were found. */
  heading: 'In the text of the lessons',
  /** Text with the numbers of pages and lessons. */
  summary: (counts: TextHitCounts): string =>
    counts.share
      ? `No page has the search as it stands. ${partlyEnglish[counts.share]}: ${inEnglish.all(counts)}.`
      : `${inEnglish.all(counts)}.`,
  /** The same, spoken after the summary of the files. */
  status: (counts: TextHitCounts): string => `In the text of the lessons: ${english.summary(counts)}`,
  /** Link to a page of a lesson. */
  page: (page: number) => `Page ${inEnglish.number(page)}`,
  /** The same if only the letters of the page are trusted, so that nothing can be quoted. */
  possibleMatch: (page: number) => `Possible match on page ${inEnglish.number(page)}`,
  /** Link to the further pages found in a lesson, after the first ones. */
  more: inEnglish.further,
  /** Shown before the results for the words of a number that no verse of the Qur'an has. */
  unknownVerse: (verse: string) =>
    `There is no verse ${isolate(verse)}. These are the results for the words.`,
  /** Button that lists all lessons that were found. */
  showAll: 'Show all',
  /** Shown at the end of that list if there are more results than it holds. */
  onlyFirst: 'Showing the first results only. Add a word to narrow the search.',
  /** Link from that list to the files of the search. */
  backToFiles: 'Back to matching files',
};

const arabic: typeof english = {
  heading: 'في نصوص الدروس',
  summary: (counts) =>
    counts.share
      ? `لا توجد صفحة فيها عبارة البحث كما هي. ${partlyArabic[counts.share]}: ${inArabic.all(counts)}.`
      : `${inArabic.all(counts)}.`,
  status: (counts) => `في نصوص الدروس: ${arabic.summary(counts)}`,
  page: (page) => `الصفحة ${inArabic.number(page)}`,
  possibleMatch: (page) => `يبدو أن الكلمات في الصفحة ${inArabic.number(page)}`,
  more: inArabic.further,
  unknownVerse: (verse) => `لا توجد آية رقمها ${isolate(verse)}. هذه نتائج البحث عن الكلمات.`,
  showAll: 'عرض الكل',
  onlyFirst: 'تظهر النتائج الأولى فقط. أضف كلمة أخرى لتضييق البحث.',
  backToFiles: 'العودة إلى الملفات المطابقة',
};

export const textMessages: Record<Language, typeof english> = { en: english, ar: arabic };
