import type { ReactNode } from 'react';
import { homeHref } from '#contract/urls.ts';
import { Icon } from '../components/icon.tsx';
import { Sheet, SheetButton } from '../components/sheet.tsx';
import { useI18n } from '../i18n/i18n-context.ts';
import { usePage } from '../page/page-facts.ts';

const menuSheet = 'menu-sheet';

export function Header({ languageSwitch }: { languageSwitch: ReactNode }) {
  const { site } = usePage();
  const { language, messages } = useI18n();
  const name = site.preacherName[language];
  return (
    <header className="site-header sticky top-0 z-10 border-b border-line">
      <div className="header-row wrap flex h-17 items-center gap-2.5 max-[22rem]:gap-1.5 md:gap-[min(2rem,4vw)]">
        <SheetButton
          sheet={menuSheet}
          command="show-modal"
          className="button-icon js-only border border-line bg-card md:hidden"
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
            {site.logoDark && <source media="(prefers-color-scheme: dark)" srcSet={site.logoDark} />}
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
        id={menuSheet}
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

/** The links of the header, and of the menu sheet on screens too narrow for them. */
function NavLinks({ className, linkClassName }: { className: string; linkClassName: string }) {
  const { route } = usePage();
  const { language, messages } = useI18n();
  const home = homeHref(language);
  return (
    <ul className={className}>
      <li>
        <a href={home} className={linkClassName} aria-current={route === 'home' ? 'page' : undefined}>
          {messages.navHome}
        </a>
      </li>
      <li>
        <a href={route === 'home' ? '#library' : `${home}#library`} className={linkClassName}>
          {messages.navLibrary}
        </a>
      </li>
    </ul>
  );
}
