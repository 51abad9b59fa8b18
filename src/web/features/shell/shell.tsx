import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n-context.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

interface ShellProps {
  /** The way to the other language, for the header and the footer. */
  languageSwitch: ReactNode;
  children: ReactNode;
}

/** What every page has around its content. */
export function Shell({ languageSwitch, children }: ShellProps) {
  const { messages } = useI18n();
  return (
    <div className="page">
      <a href="#main" className="skip-link">
        {messages.skipToMain}
      </a>
      <Header languageSwitch={languageSwitch} />
      <main id="main" tabIndex={-1} className="flex grow flex-col">
        {children}
      </main>
      <Footer languageSwitch={languageSwitch} />
    </div>
  );
}
