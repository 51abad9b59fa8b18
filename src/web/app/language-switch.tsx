import { useSelector, useStore } from 'react-redux';
import { otherLanguage } from '#contract/language.ts';
import { namingLanguage, viewHref } from '#contract/urls.ts';
import { filesQuestion, usePrefetch } from '../features/library/library-api.ts';
import { LanguageLink } from '../features/shell/language-link.tsx';
import { rememberLanguage } from '../i18n/remembered-language.ts';
import { defaultCategoriesFilter } from '../page/library-filters.ts';
import { usePage } from '../page/page-facts.ts';
import { filesFilterSlice, languageSlice, useNavigate, type ViewState } from '../page/view-state.ts';

/** The link to this very view in the other language; following it switches the page in place and remembers the choice. */
export function LanguageSwitch() {
  const { route } = usePage();
  const { correct } = useNavigate();
  const prefetchFiles = usePrefetch('listFiles');
  const prefetchCategories = usePrefetch('listCategories');
  const { getState } = useStore<ViewState>();
  const view = useSelector(filesFilterSlice.selectSlice);
  const other = otherLanguage(useSelector(languageSlice.selectSlice));
  return (
    <LanguageLink
      to={other}
      href={route === 'home' ? namingLanguage(viewHref(view, other), other) : `?lang=${other}`}
      onExpect={() => {
        const { pageBySize, ...filter } = filesFilterSlice.selectSlice(getState());
        // A page without the library is never measured.
        if (pageBySize) return;
        prefetchFiles(filesQuestion(filter, other));
        prefetchCategories({ ...defaultCategoriesFilter, language: other });
      }}
      onFollow={() => {
        rememberLanguage(other);
        correct({ language: other });
      }}
    />
  );
}
