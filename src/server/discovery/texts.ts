import type { Language } from '#web/i18n/language.ts';

/** What other programs show of the library. */
interface DiscoveryTexts {
  /** Title of a feed: what is new on the site; `name` is the preacher's. */
  newest: (name: string) => string;
  /** The same in one category. */
  newestIn: (category: string, name: string) => string;
  /** Title of the catalogue that reading programs browse. */
  catalogue: (name: string) => string;
  /** In that catalogue: the newest lessons first. */
  newLessons: string;
  /** In that catalogue: all lessons, by name. */
  allLessons: string;
  /** Title of what was found; `text` is what was searched for. */
  found: (text: string) => string;
  /** Back to the first page of the catalogue, where nothing was found. */
  start: string;
  /** What a browser's search box says it searches, at most 16 characters (OpenSearch 1.1). */
  searchName: string;
  /** Said of a lesson in a list: its category and size. */
  summary: (category: string, size: string) => string;
  /** What a program is told, in one line, that asked for what it cannot have: nothing there, gone, too much asked, away. */
  refusals: Record<RefusalStatus, string>;
}

export type RefusalStatus = 404 | 410 | 429 | 503;

export const discoveryTexts: Record<Language, DiscoveryTexts> = {
  en: {
    newest: (name) => `${name}: new lessons`,
    newestIn: (category, name) => `${name}: new lessons in ${category}`,
    catalogue: (name) => `${name}: library`,
    newLessons: 'New lessons',
    allLessons: 'All lessons',
    found: (text) => `Found: ${text}`,
    start: 'Back to the library',
    searchName: 'Lessons',
    summary: (category, size) => `${category} – PDF, ${size}`,
    refusals: {
      404: 'There is nothing at this address.',
      410: 'This lesson was taken down.',
      429: 'Much was asked for at once. Please try again in a few seconds.',
      503: 'The library cannot be reached just now. Please try again in a few seconds.',
    },
  },
  ar: {
    newest: (name) => `${name}: دروس جديدة`,
    newestIn: (category, name) => `${name}: دروس جديدة في ${category}`,
    catalogue: (name) => `مكتبة ${name}`,
    newLessons: 'الدروس الجديدة',
    allLessons: 'جميع الدروس',
    found: (text) => `نتائج البحث: ${text}`,
    start: 'العودة إلى المكتبة',
    searchName: 'الدروس',
    summary: (category, size) => `${category} – PDF، ${size}`,
    refusals: {
      404: 'لا يوجد شيء في هذا العنوان.',
      410: 'أُزيل هذا الدرس.',
      429: 'الطلبات كثيرة في هذه اللحظة. يرجى إعادة المحاولة بعد ثوانٍ.',
      503: 'تعذّر الوصول إلى المكتبة الآن. يرجى إعادة المحاولة بعد ثوانٍ.',
    },
  },
};
