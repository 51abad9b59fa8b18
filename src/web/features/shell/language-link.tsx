import { Icon } from '../../components/icon.tsx';
import { ViewLink } from '../../components/view-link.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { directionOf, type Language, languageNames, otherLanguage } from '../../i18n/language.ts';

/** How to come to another language, from where the visitor is. */
export interface LanguageSwitch {
  hrefOf: (language: Language) => string;
  onSwitch: (language: Language) => void;
}

/** The way to the other language, named in that language; keeps the view and the place on the page. */
export function LanguageLink({ hrefOf, onSwitch }: LanguageSwitch) {
  const { language } = useI18n();
  const other = otherLanguage(language);
  return (
    <ViewLink
      href={hrefOf(other)}
      hrefLang={other}
      lang={other}
      dir={directionOf(other)}
      className="language-link"
      onFollow={() => onSwitch(other)}
    >
      <Icon name="globe" className="size-4 text-muted max-sm:hidden" />
      {languageNames[other]}
    </ViewLink>
  );
}
