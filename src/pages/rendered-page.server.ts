import type { Page } from '#site/page.ts';
import type { DocumentKind } from './document-assets.server.ts';
import type { HeadProps } from './head.server.tsx';

/** What a page's folder renders of it; the rest of the document is the same for all. */
export interface RenderedPage extends Partial<Pick<Page, 'status' | 'complete'>> {
  kind: DocumentKind;
  /** Markup of the root. */
  app: string;
  head: Omit<HeadProps, 'origin' | 'site' | 'language'>;
  /** What the client bundle starts with, in the documents that have one. */
  state?: unknown;
  /** The site's address on a printed page; false where the page shows it itself. */
  printsAddress?: boolean;
}
