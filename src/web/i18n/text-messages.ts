import { isolate, type Language } from '#contract/language.ts';

/** Numbers of matching pages, and of lessons that contain them. `…AtLeast` is set if there may be more than were counted. */
export interface TextHitCounts {
  pages: number;
  pagesAtLeast?: boolean;
  lessons: number;
  lessonsAtLeast?: boolean;
  /** Set if no page has all words of the search: `most` is more than half of the significant ones, `some` exactly half. */
  share?: 'most' | 'some';
}

/** A noun in the plural forms of CLDR for its language; `#` is replaced by the number. */
type Noun = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

function createCountFormatter(
  locale: string,
  page: Noun,
  inLessons: string,
  lesson: Noun,
  furtherPage: Noun,
) {
  const { format } = new Intl.NumberFormat(locale);
  const plural = new Intl.PluralRules(locale);
  const countNoun = (noun: Noun, count: number, atLeast = false) => {
    const rule = plural.select(count);
    const form = atLeast && (rule === 'one' || rule === 'two') ? 'other' : rule;
    return (noun[form] ?? noun.other).replace('#', `${format(count)}${atLeast ? '+' : ''}`);
  };
  const countPagesInLessons = ({ pages, pagesAtLeast, lessons, lessonsAtLeast }: TextHitCounts) =>
    countNoun(page, pages, pagesAtLeast) + inLessons + countNoun(lesson, lessons, lessonsAtLeast);
  return {
    pagesInLessons: countPagesInLessons,
    pages: (count: number, atLeast?: boolean) => countNoun(page, count, atLeast),
    further: (count: number, atLeast?: boolean) => countNoun(furtherPage, count, atLeast),
    number: format,
  };
}

export const englishCounts = createCountFormatter(
  'en',
  { one: '# page', other: '# pages' },
  ' in ',
  { one: '# lesson', other: '# lessons' },
  { one: 'and # more page', other: 'and # more pages' },
);
export const arabicCounts = createCountFormatter(
  'ar-u-nu-latn',
  { one: 'صفحة واحدة', two: 'صفحتان', few: '# صفحات', other: '# صفحة' },
  ' في ',
  { one: 'درس واحد', two: 'درسين', few: '# دروس', many: '# درسًا', other: '# درس' },
  { one: 'وصفحة أخرى', two: 'وصفحتان أخريان', few: 'و# صفحات أخرى', other: 'و# صفحة أخرى' },
);

const englishShares = { most: 'Pages with most of them', some: 'Pages with some of them' };
const arabicShares = { most: 'صفحات فيها معظمها', some: 'صفحات فيها بعضها' };

/** Texts about search results inside lessons, for the library and for lesson pages. */
const english = {
  /** Heading of the matching pages. */
  heading: 'In the text of the lessons',
  /** Number of matching pages and lessons. */
  summary: (counts: TextHitCounts): string =>
    counts.share
      ? `No page has all the words. ${englishShares[counts.share]}: ${englishCounts.pagesInLessons(counts)}.`
      : `${englishCounts.pagesInLessons(counts)}.`,
  /** Screen-reader announcement of `summary`, after the summary of the files. */
  status: (counts: TextHitCounts): string => `In the text of the lessons: ${english.summary(counts)}`,
  /** Link to a page of a lesson. */
  page: (page: number) => `Page ${englishCounts.number(page)}`,
  /** Link to a page without a quotation, because its words are uncertain. */
  possibleMatch: (page: number) => `Possible match on page ${englishCounts.number(page)}`,
  /** Link to the other matching pages of a lesson. */
  more: englishCounts.further,
  /** Shown above the results of a search for a verse number that does not exist. */
  unknownVerse: (verse: string) =>
    `There is no verse ${isolate(verse)}. These are the results for the words.`,
  /** Link to the list of all matching lessons. */
  showAll: 'Show all',
  /** Shown at the end of the list of all matching lessons, if it is incomplete. */
  truncated: 'Showing the first results only. Add a word to narrow the search.',
  /** Link from the list of all matching lessons to the files of the search. */
  backToFiles: 'Back to matching files',
};

const arabic: typeof english = {
  heading: 'في نصوص الدروس',
  summary: (counts) =>
    counts.share
      ? `لا توجد صفحة فيها كل الكلمات. ${arabicShares[counts.share]}: ${arabicCounts.pagesInLessons(counts)}.`
      : `${arabicCounts.pagesInLessons(counts)}.`,
  status: (counts) => `في نصوص الدروس: ${arabic.summary(counts)}`,
  page: (page) => `الصفحة ${arabicCounts.number(page)}`,
  possibleMatch: (page) => `يبدو أن الكلمات في الصفحة ${arabicCounts.number(page)}`,
  more: arabicCounts.further,
  unknownVerse: (verse) => `لا توجد آية رقمها ${isolate(verse)}. هذه نتائج البحث عن الكلمات.`,
  showAll: 'عرض الكل',
  truncated: 'تظهر النتائج الأولى فقط. أضف كلمة أخرى لتضييق البحث.',
  backToFiles: 'العودة إلى الملفات المطابقة',
};

export const textMessages: Record<Language, typeof english> = { en: english, ar: arabic };
