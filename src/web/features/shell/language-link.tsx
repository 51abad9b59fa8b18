import { Icon } from '../../components/icon.tsx';
import { ViewLink } from '../../components/view-link.tsx';
import { directionOf, type Language, languageNames } from '../../i18n/language.ts';

interface LanguageLinkProps {
  to: Language;
  href: string;
  onFollow?: () => void;
  onExpect?: () => void;
}

/** The way to another language, named in that language; keeps the view and the place on the page. */
export function LanguageLink({ to, href, onFollow, onExpect }: LanguageLinkProps) {
  return (
    <ViewLink
      href={href}
      hrefLang={to}
      lang={to}
      dir={directionOf(to)}
      className="language-link"
      onFollow={onFollow}
      onExpect={onExpect}
    >
      <Icon name="globe" className="size-4 text-muted max-sm:hidden" />
      {languageNames[to]}
    </ViewLink>
  );
}
