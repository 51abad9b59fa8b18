import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import type { Language } from '#contract/language.ts';
import type { Page } from '#site/page.ts';
import { App } from './app.tsx';
import type { PrintedAddress } from './document.server.tsx';
import type { DocumentKind } from './document-assets.server.ts';
import type { HeadProps } from './head.server.tsx';
import { createStore, type PageState } from './home/store.ts';

/** Renders the markup that the client bundle hydrates. The store lives only during the call. */
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
  /** Markup of the root. */
  app: string;
  head: Omit<HeadProps, 'origin' | 'site' | 'language'>;
  /** Initial state of the client bundle, in documents that load one. */
  state?: unknown;
  /** It is shown in a frame of another page: nothing is hydrated, and links open a new tab. */
  isFrame?: boolean;
  /** The address on a printed page, if it is not that of the site; false where the page shows it itself. */
  printed?: PrintedAddress | false;
}
