import type { Language } from '#settings/owners-language.ts';

/** A moment as the owner reads it, in the computer's time zone. `iso` is ISO 8601. */
export function dateText(iso: string, language: Language): string {
  const locale = language === 'ar' ? 'ar-u-ca-gregory-nu-latn' : 'en-US-u-hc-h23';
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));
}
