import { type ReactNode, useEffect, useState } from 'react';
import { directionOf, type Language, languageNames } from '#contract/language.ts';
import { homeHref } from '#contract/urls.ts';
import { Icon } from '../components/drawings.tsx';
import { Sheet, SheetButton } from '../components/sheet.tsx';
import { ViewLink, type ViewLinkProps } from '../components/view-link.tsx';
import { useI18n } from '../i18n/i18n-context.ts';
import { usePage } from '../page/page-facts.ts';

interface ShellProps {
  /** Link to the other language, shown in the header and the footer. */
  languageSwitch: ReactNode;
  children: ReactNode;
}

/** The header, main element and footer of every page except printed sheets and frames. */
export function Shell({ languageSwitch, children }: ShellProps) {
  const { site, year } = usePage();
  const { language, messages } = useI18n();
  return (
    <div className="page">
      <a href="#main" className="skip-link">
        {messages.skipToMain}
      </a>
      <Header languageSwitch={languageSwitch} />
      <main id="main" tabIndex={-1} className="flex grow flex-col">
        {children}
      </main>
      <footer>
        <div className="wrap flex flex-col items-start justify-between gap-4 py-6 text-sm text-muted sm:flex-row sm:items-center">
          <p>
            © <bdi>{year}</bdi> <bdi>{site.preacherName[language]}</bdi>. {messages.rights}
          </p>
          {languageSwitch}
        </div>
      </footer>
    </div>
  );
}

const menuSheetId = 'menu-sheet';

function Header({ languageSwitch }: { languageSwitch: ReactNode }) {
  const { site } = usePage();
  const { language, messages } = useI18n();
  const name = site.preacherName[language];
  return (
    <header className="site-header sticky top-0 z-10">
      <div className="header-row wrap flex h-17 items-center gap-2.5 max-[22rem]:gap-1.5 md:gap-[min(2rem,4vw)]">
        <SheetButton
          sheet={menuSheetId}
          command="show-modal"
          className="button-icon js-only border-line bg-card md:hidden"
          label={messages.menuOpen}
        >
          <Icon name="menu" />
        </SheetButton>
        <a
          href={homeHref(language)}
          aria-label={messages.logoLabel(name)}
          className="site-link flex min-h-11 min-w-0 items-center gap-2.5 rounded-lg max-[22rem]:gap-2"
        >
          {/* WebKit does not pass the page's color scheme to a picture. */}
          <picture>
            {site.logoDark && (
              <source media="screen and (prefers-color-scheme: dark)" srcSet={site.logoDark} />
            )}
            <img src={site.logo} alt="" width="36" height="36" className="size-9" />
          </picture>
          <span className="site-name display truncate pb-0.5 text-xl max-[22rem]:text-lg sm:text-2xl">
            {name}
          </span>
        </a>
        <nav aria-label={messages.navLabel} className="header-nav ms-auto hidden md:block">
          <NavLinks className="flex gap-1" linkClassName="nav-pill" />
        </nav>
        <div className="ms-auto shrink-0 md:ms-0">{languageSwitch}</div>
      </div>
      <Sheet
        id={menuSheetId}
        title={messages.menuTitle}
        description={messages.menuDescription}
        closeLabel={messages.menuClose}
        closeWhen="(min-width: 48rem)"
      >
        <nav aria-label={messages.navLabel}>
          <NavLinks className="grid gap-1" linkClassName="sheet-link" />
        </nav>
      </Sheet>
    </header>
  );
}

/** Returns whether the library is in the middle of the screen. */
function useLibraryShown(): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const library = document.getElementById('library');
    if (!library) return;
    const observer = new IntersectionObserver(
      (entries) => setShown(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '-50% 0px' },
    );
    observer.observe(library);
    return () => observer.disconnect();
  }, []);
  return isShown;
}

/** Links of the header, or of the menu sheet on screens that are too narrow for them. */
function NavLinks({ className, linkClassName }: { className: string; linkClassName: string }) {
  const { route } = usePage();
  const { language, messages } = useI18n();
  const isLibrary = useLibraryShown();
  const homeAddress = homeHref(language);
  return (
    <ul className={className}>
      <li>
        <a
          href={homeAddress}
          className={linkClassName}
          aria-current={route === 'home' && !isLibrary ? 'page' : undefined}
        >
          {messages.navHome}
        </a>
      </li>
      <li>
        <a
          href={route === 'home' ? '#library' : `${homeAddress}#library`}
          className={linkClassName}
          aria-current={isLibrary ? 'location' : undefined}
        >
          {messages.navLibrary}
        </a>
      </li>
    </ul>
  );
}

type LanguageLinkProps = { to: Language } & Pick<ViewLinkProps, 'href' | 'onFollow' | 'onPrefetch'>;

/** A link to the page in another language, named after that language. */
export function LanguageLink({ to, ...link }: LanguageLinkProps) {
  return (
    <ViewLink {...link} hrefLang={to} lang={to} dir={directionOf(to)} className="language-link">
      <Icon name="globe" className="size-4 text-muted max-sm:hidden" />
      {languageNames[to]}
    </ViewLink>
  );
}
