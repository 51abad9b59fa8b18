import type { ReactNode } from 'react';
import { useI18n } from '../i18n/i18n-context.ts';
import type { Language } from '../i18n/language.ts';
import { languageRuns } from '../i18n/language-runs.ts';

/** The `lang` of an element with this text and nothing else: none where it is in the page's language, or in both (WCAG 3.1.2). */
export function langOf(text: string, pageLanguage: Language): Language | undefined {
  const [run, ...more] = languageRuns(text);
  return run && more.length === 0 && run.language !== pageLanguage ? run.language : undefined;
}

interface LanguagePartsProps {
  text: string;
  /** How a part of the text is shown; it begins at `start`. */
  show?: (part: string, start: number) => ReactNode;
}

/** The text of an element that has the `lang` of `langOf`: of a text in both languages, the parts in the other one are marked. */
export function LanguageParts({ text, show = (part) => part }: LanguagePartsProps) {
  const { language: pageLanguage } = useI18n();
  const runs = languageRuns(text);
  if (runs.length < 2) return show(text, 0);
  return runs.map(({ start, end, language }) => (
    <span key={start} lang={language === pageLanguage ? undefined : language}>
      {show(text.slice(start, end), start)}
    </span>
  ));
}
