import type { Language } from '#contract/language.ts';

const DAY_MS = 86_400_000;
const locales: Record<Language, string> = { en: 'en-u-nu-latn', ar: 'ar-u-nu-latn' };

/**
 * Formats a day in both calendars; in Arabic the Hijri date comes first. Undefined for an invalid date.
 *
 * @param hijriOffset days by which the owner's Hijri dates are ahead of the Umm al-Qura calendar
 */
export function formatDates(
  iso: string,
  language: Language,
  hijriOffset: number,
): [first: string, second: string] | undefined {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return undefined;
  const gregorian = formatDay(time, `${locales[language]}-ca-gregory`);
  const hijri = formatDay(time + hijriOffset * DAY_MS, `${locales[language]}-ca-islamic-umalqura`);
  return language === 'ar' ? [hijri, gregorian] : [gregorian, hijri];
}

/** Cached, because creating a formatter is slow and needs much memory outside the heap. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatDay(time: number, locale: string): string {
  const formatter = formatters.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  formatters.set(locale, formatter);
  // Keeps the era on the line of its year: "1448 AH".
  return formatter.format(time).replace(/ (?=\D+$)/, '\u00a0');
}
