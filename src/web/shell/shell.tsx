import type { ReactNode } from 'react';
import { useI18n } from '../i18n/i18n-context.ts';
import { usePage } from '../page/page-facts.ts';
import { Header } from './header.tsx';

interface ShellProps {
  /** The way to the other language, for the header and the footer. */
  languageSwitch: ReactNode;
  children: ReactNode;
}

/** The frame that every page has. */
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
      <footer className="border-t border-line">
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
