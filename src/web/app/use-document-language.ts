import { useEffect } from 'react';
import { directionOf, isLanguage, type Language } from '#contract/language.ts';
import { languageKey } from '../i18n/remembered-language.ts';
import { languageSwitched } from '../page/language-slice.ts';
import { useDispatch } from '../page/store-context.ts';

/** Keeps the document's language and direction in step; follows a choice made in another tab. */
export function useDocumentLanguage(language: Language): void {
  const dispatch = useDispatch();

  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  }, [language]);

  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === languageKey && isLanguage(newValue)) dispatch(languageSwitched(newValue));
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [dispatch]);
}
