import { directionOf, type Language } from '#contract/language.ts';

/** A part of a text that is in one language. */
export interface LanguageRun {
  start: number;
  end: number;
  language: Language;
}

/** Splits an owner's text by language, word by word; Latin words are English. Other characters stay with the word before. */
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

/** Returns the main direction of a piece of text. HTML's `auto` would look at its first letter only. */
export function directionOfText(text: string): 'ltr' | 'rtl' | 'auto' {
  const runs = languageRuns(text);
  const lengthIn = (language: Language) =>
    runs.reduce((sum, run) => sum + (run.language === language ? run.end - run.start : 0), 0);
  if (runs.length === 0) return 'auto';
  return directionOf(lengthIn('ar') > lengthIn('en') ? 'ar' : 'en');
}
