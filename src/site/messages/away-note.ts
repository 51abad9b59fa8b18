import { directionOf, type Language } from '#contract/language.ts';

/**
 * What visitors read above a page that was kept because the backend does not answer. For translators: one quiet sentence,
 * no alarm; the page is whole, only perhaps not the latest. It leaves by itself with the next page that can be made.
 */
const texts: Record<Language, string> = {
  en: 'The library is unavailable right now. You are seeing the last saved version of this page.',
  ar: 'يتعذر الوصول إلى المكتبة الآن. أنت ترى آخر نسخة محفوظة من هذه الصفحة.',
};

/** The note, as it stands in the document: the page below it may be changed to the other language in place. */
export function awayNote(language: Language): string {
  return `<aside class="away-note" lang="${language}" dir="${directionOf(language)}">${texts[language]}</aside>`;
}
