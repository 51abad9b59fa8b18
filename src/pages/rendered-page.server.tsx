import { type ReactNode, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { type Language, otherLanguage } from '#contract/language.ts';
import { hrefWithLanguage } from '#contract/urls.ts';
import type { Page } from '#site/page.ts';
import { LanguageContext } from '#web/i18n/i18n-context.ts';
import { PageContext, type PageFacts } from '#web/page/page-facts.ts';
import { LanguageLink, Shell } from '#web/shell/shell.tsx';
import { App } from './app.tsx';
import type { PrintedAddress } from './document.server.tsx';
import type { DocumentKind } from './document-assets.server.ts';
import type { HeadProps } from './head.server.tsx';
import { createStore, type PageState } from './home/store.ts';

/** Renders the markup that the client bundle hydrates. The store exists only during the call. */
export function renderApp(state: PageState, language: Language): string {
  return renderToString(
    <StrictMode>
      <App store={createStore(state, language)} page={state} />
    </StrictMode>,
  );
}

/** Parts of the document that differ between pages. */
export interface RenderedPage extends Partial<Pick<Page, 'status' | 'complete'>> {
  kind: DocumentKind;
  /** Markup of the `root` element. */
  app: string;
  head: Omit<HeadProps, 'origin' | 'site' | 'language'>;
  /** Initial state for the client bundle; absent if the page is not hydrated. */
  state?: unknown;
  /** Whether the page is shown in a frame on another site: nothing is hydrated, and links open a new tab. */
  isFrame?: boolean;
  /** Address shown when the page is printed, if it is not the site's; false for none. */
  printedAddress?: PrintedAddress | false;
}

interface StaticAppProps {
  page: PageFacts;
  /** Returns the page's address in a language. */
  href: (language: Language) => string;
  language: Language;
  children: ReactNode;
}

/** A page that is rendered on the server and never hydrated, such as a lesson's. */
export function StaticApp({ page, href, language, children }: StaticAppProps) {
  const target = otherLanguage(language);
  return (
    <PageContext value={page}>
      <LanguageContext value={language}>
        <Shell languageSwitch={<LanguageLink to={target} href={hrefWithLanguage(href(target), target)} />}>
          {children}
        </Shell>
      </LanguageContext>
    </PageContext>
  );
}
