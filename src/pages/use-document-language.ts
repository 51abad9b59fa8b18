import { useEffect } from 'react';
import { directionOf, isLanguage, type Language } from '#contract/language.ts';
import { languageKey } from '#web/i18n/remembered-language.ts';
import { useNavigate } from '#web/library/view-state.ts';

/** Keeps the document's language and direction in step; follows a choice made in another tab. */
export function useDocumentLanguage(language: Language): void {
  const { correct } = useNavigate();

  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  }, [language]);

  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === languageKey && isLanguage(newValue)) correct({ language: newValue });
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [correct]);
}
