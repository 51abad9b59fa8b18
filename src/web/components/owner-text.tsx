import type { ReactNode } from 'react';
import type { Language } from '#contract/language.ts';
import type { TextRange } from '#text/words.ts';
import { useI18n } from '../i18n/i18n-context.ts';
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

/** A text of the owner inside a sentence: isolated, and marked where it is in the other language (docs/rules.md#owners-texts, WCAG 3.1.2). */
export function OwnerText({ children }: { children: string }) {
  const { language } = useI18n();
  return (
    <bdi lang={langOf(children, language)}>
      <LanguageParts text={children} />
    </bdi>
  );
}

/**
 * A text with the given ranges marked; ranges are in order, do not overlap, and hold whole words. A phrase in both languages is
 * marked part by part.
 */
export function MarkedText({ text, ranges = [] }: { text: string; ranges?: TextRange[] | undefined }) {
  return (
    <LanguageParts
      text={text}
      show={(part, from) => {
        const inside = ranges
          .map(({ start, end }) => ({
            start: Math.max(start - from, 0),
            end: Math.min(end - from, part.length),
          }))
          .filter(({ start, end }) => start < end);
        if (inside.length === 0) return part;
        return [
          ...inside.flatMap(({ start, end }, index) => [
            part.slice(inside[index - 1]?.end, start),
            <mark key={start}>{part.slice(start, end)}</mark>,
          ]),
          part.slice(inside.at(-1)?.end),
        ];
      }}
    />
  );
}
