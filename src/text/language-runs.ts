import { directionOf, type Language } from '#contract/language.ts';

/** A part of a text that is in one language. */
export interface LanguageRun {
  start: number;
  end: number;
  language: Language;
}

/**
 * Splits an owner's text by language, word by word. Words that do not begin with an Arabic letter count as English. Other characters belong
 * to the previous word, or to the first one. Empty without letters.
 */
export function languageRuns(text: string): LanguageRun[] {
  const runs: LanguageRun[] = [];
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    if (/^\p{M}/u.test(word)) continue;
    const language = /^\p{Script=Arabic}/u.test(word) ? 'ar' : 'en';
    const last = runs[runs.length - 1];
    if (last?.language === language) continue;
    if (last) last.end = index;
    runs.push({ start: last ? index : 0, end: text.length, language });
  }
  return runs;
}

/** Returns the share of a text's characters, from 0 to 1, in Arabic runs; undefined for a text without letters. */
export function shareOfArabic(text: string): number | undefined {
  const runs = languageRuns(text);
  const lengthOf = (runs: readonly LanguageRun[]) =>
    runs.reduce((sum, { start, end }) => sum + end - start, 0);
  return runs.length === 0
    ? undefined
    : lengthOf(runs.filter(({ language }) => language === 'ar')) / lengthOf(runs);
}

/** Returns the main direction of a text; `auto` for a text without letters. HTML's `auto` considers only the first letter. */
export function directionOfText(text: string): 'ltr' | 'rtl' | 'auto' {
  const arabic = shareOfArabic(text);
  return arabic === undefined ? 'auto' : directionOf(arabic > 0.5 ? 'ar' : 'en');
}
