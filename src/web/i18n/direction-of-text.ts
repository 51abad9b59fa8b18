import { directionOf, type Language } from './language.ts';
import { languageRuns } from './language-runs.ts';

/** The direction of a piece of running text: that of most of it, wherever it was cut. `auto` looks at its first letter only. */
export function directionOfText(text: string): 'ltr' | 'rtl' | 'auto' {
  const runs = languageRuns(text);
  const lengthIn = (language: Language) =>
    runs.reduce((sum, run) => sum + (run.language === language ? run.end - run.start : 0), 0);
  if (runs.length === 0) return 'auto';
  return directionOf(lengthIn('ar') > lengthIn('en') ? 'ar' : 'en');
}
