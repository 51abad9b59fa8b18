import type { Language } from '#web/i18n/language.ts';

/**
 * What visitors read above a page that was kept because the backend does not answer. For translators: one quiet sentence,
 * no alarm; the page is whole, only perhaps not the latest. It leaves by itself with the next page that can be made.
 */
export const awayNote: Record<Language, string> = {
  en: 'The library cannot be reached just now. This page shows it as it was a little while ago.',
  ar: 'يتعذر الوصول إلى المكتبة الآن. تعرض هذه الصفحة ما كان فيها قبل قليل.',
};
