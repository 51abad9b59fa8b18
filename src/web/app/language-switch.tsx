import { otherLanguage } from '#contract/language.ts';
import { namingLanguage, viewHref } from '#contract/urls.ts';
import { filesFilterSlice } from '../features/library/files-filter-slice.ts';
import { LanguageLink } from '../features/shell/language-link.tsx';
import { rememberLanguage } from '../i18n/remembered-language.ts';
import { languageExpected, languageSlice, languageSwitched } from '../page/language-slice.ts';
import { usePage } from '../page/page-facts.ts';
import { useDispatch, useSelector } from '../page/store-context.ts';

/** The link to this very view in the other language; following it switches the page in place and remembers the choice. */
export function LanguageSwitch() {
  const { route } = usePage();
  const dispatch = useDispatch();
  const view = useSelector(filesFilterSlice.selectSlice);
  const other = otherLanguage(useSelector(languageSlice.selectSlice));
  return (
    <LanguageLink
      to={other}
      href={route === 'home' ? namingLanguage(viewHref(view, other), other) : `?lang=${other}`}
      onExpect={() => dispatch(languageExpected(other))}
      onFollow={() => {
        rememberLanguage(other);
        dispatch(languageSwitched(other));
      }}
    />
  );
}
