import { directionOf, type Language } from '#contract/language.ts';

/** Texts that the server sends to visitors and their programs, in English. Texts of pages are in `#web/i18n` and `#pages`. */
const en = {
  /**
   * Page for a visitor who sent requests too fast, or while the site is busy. For translators: reassure, and do not blame the visitor.
   * `seconds` is a duration such as "12 seconds"; `again` is a link to the same page.
   */
  refusal: {
    heading: 'Please wait a moment',
    text: (seconds: string) => `Many pages were requested at once. Try again in ${seconds}; nothing is lost.`,
    again: 'Try again',
  },
  /** Responses to a request without exactly one valid Host header, or with an address that is too long. */
  requestFaults: {
    400: 'The request must have exactly one Host header.',
    414: 'This address is too long. To reach the library, delete everything after the site’s name.',
  },
  /** Texts in place of a page picture that cannot be sent. */
  picture: {
    noLesson: 'There is no such lesson.',
    gone: 'This lesson was removed.',
    noPage: 'The lesson has no such page.',
    notDrawn: 'This page cannot be displayed. Open the PDF instead.',
    unavailable: 'The library is not responding. Try again in half a minute.',
  },
  /** Texts that feed readers and other programs show. `name` is the preacher's. */
  discovery: {
    /** Source shown below a quotation from a page. */
    quotationSource: (page: number, name: string) => `Page ${page} · ${name}`,
    /** Title of the feed of all new lessons. */
    newest: (name: string) => `${name}: new lessons`,
    /** Title of a category's feed. */
    newestIn: (category: string, name: string) => `${name}: new lessons in ${category}`,
    /** Title of the catalog for reading apps. */
    catalog: (name: string) => `${name}: library`,
    /** Catalog entry for the newest lessons. */
    newLessons: 'New lessons',
    /** Catalog entry for all lessons, sorted by name. */
    allLessons: 'All lessons',
    /** Title of search results; `text` is the query. */
    resultsFor: (text: string) => `Search results: ${text}`,
    /** Link to the first page of the catalog, on a catalog page without lessons. */
    backToLibrary: 'Back to the library',
    /** Name of the site in a browser's search box if the preacher's name is longer than 16 characters, the maximum (OpenSearch 1.1). */
    searchName: 'Lessons',
    /** Description of a lesson in a list: its category and size. */
    summary: (category: string, size: string) => `${category} – PDF, ${size}`,
    /** Response to a request for a category's archive while the visitor downloads another one, or too many visitors do. */
    archiveBusy: 'Another archive is being downloaded. Please try again in a minute.',
    /** Error responses in place of a document, by status. */
    refusals: {
      404: 'There is nothing at this address.',
      410: 'This lesson was removed.',
      429: 'Too many requests. Please try again in a few seconds.',
      503: 'The library cannot be reached right now. Please try again in a few seconds.',
    },
  },
};

const ar: typeof en = {
  refusal: {
    heading: 'يرجى الانتظار قليلًا',
    text: (seconds) => `طُلبت صفحات كثيرة في وقت واحد. أعد المحاولة بعد مدة قدرها ${seconds}، ولم يضِع شيء.`,
    again: 'إعادة المحاولة',
  },
  requestFaults: {
    400: 'يجب أن يحتوي الطلب على ترويسة Host واحدة لا أكثر.',
    414: 'هذا العنوان أطول مما ينبغي. احذف ما بعد اسم الموقع لتصل إلى المكتبة.',
  },
  picture: {
    noLesson: 'هذا الدرس غير موجود.',
    gone: 'أُزيل هذا الدرس.',
    noPage: 'ليس في الدرس صفحة بهذا الرقم.',
    notDrawn: 'تعذّر عرض هذه الصفحة. افتح ملف PDF لقراءتها.',
    unavailable: 'المكتبة لا تستجيب. أعد المحاولة بعد نصف دقيقة.',
  },
  discovery: {
    quotationSource: (page, name) => `الصفحة ${page} · ${name}`,
    newest: (name) => `${name}: دروس جديدة`,
    newestIn: (category, name) => `${name}: دروس جديدة في ${category}`,
    catalog: (name) => `مكتبة ${name}`,
    newLessons: 'الدروس الجديدة',
    allLessons: 'جميع الدروس',
    resultsFor: (text) => `نتائج البحث: ${text}`,
    backToLibrary: 'العودة إلى المكتبة',
    searchName: 'الدروس',
    summary: (category, size) => `${category} – PDF، ${size}`,
    archiveBusy: 'يجري الآن تنزيل ملف مضغوط آخر. يرجى إعادة المحاولة بعد دقيقة.',
    refusals: {
      404: 'لا يوجد شيء في هذا العنوان.',
      410: 'أُزيل هذا الدرس.',
      429: 'الطلبات كثيرة في هذه اللحظة. يرجى إعادة المحاولة بعد ثوانٍ.',
      503: 'تعذّر الوصول إلى المكتبة الآن. يرجى إعادة المحاولة بعد ثوانٍ.',
    },
  },
};

/** Texts of the server for visitors, by language. */
export const visitorTexts: Record<Language, typeof en> = { en, ar };
export type RequestFault = keyof typeof en.requestFaults;
export type PictureText = keyof typeof en.picture;
export type RefusalStatus = keyof typeof en.discovery.refusals;

/**
 * Notice above a cached page while the backend does not respond. For translators: the page is complete, but can be out of date. Keep
 * the tone calm.
 */
const noticeTexts: Record<Language, string> = {
  en: 'The library is unavailable right now. You are seeing the last saved version of this page.',
  ar: 'يتعذّر الوصول إلى المكتبة الآن. هذه آخر نسخة محفوظة من الصفحة.',
};

/** Returns the notice as HTML with a language attribute, because the page below can switch its language in place. */
export function unavailableNotice(language: Language): string {
  return `<aside class="away-note" lang="${language}" dir="${directionOf(language)}">${noticeTexts[language]}</aside>`;
}
