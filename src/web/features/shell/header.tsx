import type { ReactNode } from 'react';
import { Icon } from '../../components/icon.tsx';
import { SheetButton } from '../../components/sheet-button.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { usePage } from '../../page/page-facts.ts';
import { homeHref } from '../../page/view.ts';
import { MenuSheet, menuSheet } from './menu-sheet.tsx';
import { NavLinks } from './nav-links.tsx';

export function Header({ languageSwitch }: { languageSwitch: ReactNode }) {
  const { site } = usePage();
  const { language, messages } = useI18n();
  const name = site.preacherName[language];
  return (
    <header className="site-header sticky top-0 z-10 border-b border-line">
      <div className="wrap flex h-17 items-center gap-2.5 md:gap-[min(2rem,4vw)]">
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
          className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-lg"
        >
          {/* WebKit does not tell a picture the scheme of the page. */}
          <picture>
            {site.logoDark && <source media="(prefers-color-scheme: dark)" srcSet={site.logoDark} />}
            <img src={site.logo} alt="" width="36" height="36" className="size-9" />
          </picture>
          <span className="display truncate pb-0.5 text-xl sm:text-2xl">{name}</span>
        </a>
        <nav aria-label={messages.navLabel} className="header-nav ms-auto hidden md:block">
          <NavLinks className="flex gap-1" linkClassName="nav-pill" />
        </nav>
        <div className="ms-auto shrink-0 md:ms-0">{languageSwitch}</div>
      </div>
      <MenuSheet />
    </header>
  );
}
