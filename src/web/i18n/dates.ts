import type { Language } from '#contract/language.ts';

const DAY_MS = 86_400_000;
const locales: Record<Language, string> = { en: 'en-u-nu-latn', ar: 'ar-u-nu-latn' };

/** Formats a day in the Gregorian calendar. Undefined for an invalid date. */
export function gregorianDate(iso: string, language: Language): string | undefined {
  return formatDay(Date.parse(iso), `${locales[language]}-ca-gregory`);
}

/** Formats the same day in the Hijri calendar (Umm al-Qura), shifted by the owner's offset in days. */
export function hijriDate(iso: string, language: Language, offset: number): string | undefined {
  return formatDay(Date.parse(iso) + offset * DAY_MS, `${locales[language]}-ca-islamic-umalqura`);
}

/** A formatter takes longer to create than a hundred dates to format, and much memory outside the heap. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatDay(time: number, locale: string): string | undefined {
  if (Number.isNaN(time)) return undefined;
  const formatter = formatters.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  formatters.set(locale, formatter);
  return formatter.format(time);
}
