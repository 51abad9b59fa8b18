import { useSelector, useStore } from 'react-redux';
import { otherLanguage } from '#contract/language.ts';
import { namingLanguage, viewHref } from '#contract/urls.ts';
import { rememberLanguage } from '#web/i18n/remembered-language.ts';
import { filesQuestion, usePrefetch } from '#web/library/library-api.ts';
import { defaultCategoriesFilter } from '#web/library/library-filters.ts';
import { filesFilterSlice, languageSlice, useNavigate, type ViewState } from '#web/library/view-state.ts';
import { usePage } from '#web/page/page-facts.ts';
import { LanguageLink } from '#web/shell/language-link.tsx';

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
