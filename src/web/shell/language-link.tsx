import { directionOf, type Language, languageNames } from '#contract/language.ts';
import { Icon } from '../components/icon.tsx';
import { ViewLink, type ViewLinkProps } from '../components/view-link.tsx';

type LanguageLinkProps = { to: Language } & Pick<ViewLinkProps, 'href' | 'onFollow' | 'onExpect'>;

/** The way to another language, named in that language; keeps the view and the place on the page. */
export function LanguageLink({ to, ...link }: LanguageLinkProps) {
  return (
    <ViewLink {...link} hrefLang={to} lang={to} dir={directionOf(to)} className="language-link">
      <Icon name="globe" className="size-4 text-muted max-sm:hidden" />
      {languageNames[to]}
    </ViewLink>
  );
}
