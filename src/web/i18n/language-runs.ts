import { directionOf, type Language } from './language.ts';

/** A part of a text that is in one language. */
export interface LanguageRun {
  start: number;
  end: number;
  language: Language;
}

const letter = /\p{L}/u;
const inWord = /[\p{L}\p{M}]/u;
const arabicLetter = /\p{Script=Arabic}/u;

/** A text of the owner word for word: Latin ones are English. What is no letter stays with the word before it. */
export function languageRuns(text: string): LanguageRun[] {
  const runs: LanguageRun[] = [];
  let offset = 0;
  let before = '';
  for (const character of text) {
    const last = runs[runs.length - 1];
    if (letter.test(character) && !inWord.test(before)) {
      const language = arabicLetter.test(character) ? 'ar' : 'en';
      if (last?.language !== language) {
        if (last) last.end = offset;
        runs.push({ start: last ? offset : 0, end: text.length, language });
      }
    }
    offset += character.length;
    before = character;
  }
  return runs;
}

/** The direction of a piece of running text: that of most of it, wherever it was cut. `auto` looks at its first letter only. */
export function directionOfText(text: string): 'ltr' | 'rtl' | 'auto' {
  const runs = languageRuns(text);
  const lengthIn = (language: Language) =>
    runs.reduce((sum, run) => sum + (run.language === language ? run.end - run.start : 0), 0);
  if (runs.length === 0) return 'auto';
  return directionOf(lengthIn('ar') > lengthIn('en') ? 'ar' : 'en');
}
