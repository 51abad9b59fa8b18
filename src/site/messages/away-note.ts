import { directionOf, type Language } from '#contract/language.ts';

/**
 * Notice above a cached page while the backend does not answer. For translators: one quiet sentence,
 * no alarm. The page is complete, but may be out of date. The notice is gone from the next fresh page.
 */
const texts: Record<Language, string> = {
  en: 'The library is unavailable right now. You are seeing the last saved version of this page.',
  ar: 'يتعذر الوصول إلى المكتبة الآن. أنت ترى آخر نسخة محفوظة من هذه الصفحة.',
};

/** Returns the notice as HTML with its own language, because the page below may switch its language in place. */
export function awayNote(language: Language): string {
  return `<aside class="away-note" lang="${language}" dir="${directionOf(language)}">${texts[language]}</aside>`;
}
