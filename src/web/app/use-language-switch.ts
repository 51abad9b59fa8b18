import { useDispatch, useSelector } from 'react-redux';
import { filesFilterSlice } from '../features/library/files-filter-slice.ts';
import type { LanguageSwitch } from '../features/shell/language-link.tsx';
import { type Language, languageKey } from '../i18n/language.ts';
import { usePage } from '../page/page-facts.ts';
import { languageHref } from '../page/view.ts';
import { languageSwitched } from './language-slice.ts';

/** Switches the language of the page and remembers it; the address of the same view in another language. */
export function useLanguageSwitch(): LanguageSwitch {
  const { route } = usePage();
  const dispatch = useDispatch();
  const view = useSelector(filesFilterSlice.selectSlice);
  return {
    hrefOf: (language) => (route === 'home' ? languageHref(view, language) : `?lang=${language}`),
    onSwitch: (language) => {
      remember(language);
      dispatch(languageSwitched(language));
    },
  };
}

/** A browser that refuses storage forgets the choice, and nothing else happens. */
function remember(language: Language): void {
  try {
    window.localStorage.setItem(languageKey, language);
  } catch {
    // Safari with all cookies blocked throws on any access.
  }
}
