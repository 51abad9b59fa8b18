import { rememberLanguage } from '../../app/language-choice.ts';
import { languageSwitched } from '../../app/language-slice.ts';
import { usePage } from '../../app/page-context.ts';
import { useAppDispatch, useAppSelector } from '../../app/store-hooks.ts';
import { Icon } from '../../components/icon.tsx';
import { ViewLink } from '../../components/view-link.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { directionOf, languageNames, otherLanguage } from '../../i18n/language.ts';
import { languageHref } from '../library/view.ts';

/** The way to the other language, named in that language; keeps the view and the place on the page. */
export function LanguageLink() {
  const { route } = usePage();
  const { language } = useI18n();
  const dispatch = useAppDispatch();
  const view = useAppSelector((state) => state.filesFilter);
  const other = otherLanguage(language);
  return (
    <ViewLink
      href={route === 'home' ? languageHref(view, other) : `?lang=${other}`}
      hrefLang={other}
      lang={other}
      dir={directionOf(other)}
      className="language-link"
      onFollow={() => {
        rememberLanguage(other);
        dispatch(languageSwitched(other));
      }}
    >
      <Icon name="globe" className="size-4 text-muted max-sm:hidden" />
      {languageNames[other]}
    </ViewLink>
  );
}
