import { directionOf, type Language } from '#contract/language.ts';

/**
 * What visitors read above a page that was kept because the backend does not answer. For translators: one quiet sentence,
 * no alarm; the page is whole, only perhaps not the latest. It leaves by itself with the next page that can be made.
 */
const texts: Record<Language, string> = {
  en: 'The library cannot be reached just now. This page shows it as it was when it last could be.',
  ar: 'يتعذر الوصول إلى المكتبة الآن. تعرض هذه الصفحة ما كان فيها حين أمكن الوصول إليها آخر مرة.',
};

/** The note, as it stands in the document: the page below it may be changed to the other language in place. */
export function awayNote(language: Language): string {
  return `<aside class="away-note" lang="${language}" dir="${directionOf(language)}">${texts[language]}</aside>`;
}
