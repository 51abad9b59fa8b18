import type { Language } from './language.ts';

/** How much was found. `pagesAtLeast`, `lessonsAtLeast`: there are more than were counted. */
interface Found {
  pages: number;
  pagesAtLeast?: boolean;
  lessons: number;
  lessonsAtLeast?: boolean;
}

/** The texts of what is found inside the lessons, apart from the catalogues: they come with the first search. */
export interface TextMessages {
  /** Heading over the pages that were found. */
  heading: string;
  /** How many pages in how many lessons. */
  summary: (found: Found) => string;
  /** The same, spoken after the summary of the files. */
  status: (found: Found) => string;
  /** Link to a page of a lesson. */
  page: (page: number) => string;
  /** The same where only the letters of the page could be read, and nothing can be quoted. */
  seems: (page: number) => string;
  /** Button that lists all lessons that were found. */
  showAll: string;
  /** Said at the end of that list when there are more than it holds. */
  onlyFirst: string;
  /** Link from that list to the files of the search. */
  backToFiles: string;
}

const number = (language: Language) => {
  const format = new Intl.NumberFormat(language === 'ar' ? 'ar-u-nu-latn' : 'en');
  return (count: number, atLeast = false) => `${format.format(count)}${atLeast ? '+' : ''}`;
};

const inEnglish = number('en');
const inArabic = number('ar');
const arabicPlural = new Intl.PluralRules('ar');

function english({ pages, pagesAtLeast, lessons, lessonsAtLeast }: Found): string {
  const page = pages === 1 && !pagesAtLeast ? 'page' : 'pages';
  const lesson = lessons === 1 && !lessonsAtLeast ? 'lesson' : 'lessons';
  return `${inEnglish(pages, pagesAtLeast)} ${page} in ${inEnglish(lessons, lessonsAtLeast)} ${lesson}`;
}

/** A counted noun: one, two, three to ten, eleven and more, a hundred. */
function counted(
  count: number,
  atLeast: boolean | undefined,
  [one, two, few, many, other]: readonly string[],
): string {
  const shown = inArabic(count, atLeast);
  const rule = arabicPlural.select(count);
  if (!atLeast && rule === 'one') return one ?? '';
  if (!atLeast && rule === 'two') return two ?? '';
  return `${shown} ${rule === 'few' ? few : rule === 'many' ? many : other}`;
}

function arabic({ pages, pagesAtLeast, lessons, lessonsAtLeast }: Found): string {
  const inPages = counted(pages, pagesAtLeast, ['صفحة واحدة', 'صفحتان', 'صفحات', 'صفحة', 'صفحة']);
  const inLessons = counted(lessons, lessonsAtLeast, ['درس واحد', 'درسين', 'دروس', 'درسًا', 'درس']);
  return `${inPages} في ${inLessons}`;
}

export const textMessages: Record<Language, TextMessages> = {
  en: {
    heading: 'In the text of the lessons',
    summary: (found) => `${english(found)}.`,
    status: (found) => `In the text of the lessons: ${english(found)}.`,
    page: (page) => `Page ${inEnglish(page)}`,
    seems: (page) => `The words seem to be on page ${inEnglish(page)}`,
    showAll: 'Show all',
    onlyFirst: 'Only the first are listed. A further word narrows the search.',
    backToFiles: 'Back to the files found',
  },
  ar: {
    heading: 'في نصوص الدروس',
    summary: (found) => `${arabic(found)}.`,
    status: (found) => `في نصوص الدروس: ${arabic(found)}.`,
    page: (page) => `الصفحة ${inArabic(page)}`,
    seems: (page) => `يبدو أن الكلمات في الصفحة ${inArabic(page)}`,
    showAll: 'عرض الكل',
    onlyFirst: 'تُعرض أولى النتائج فقط. أضف كلمة لتضييق البحث.',
    backToFiles: 'العودة إلى الملفات المطابقة',
  },
};
