import type { Page } from '#site/page.ts';
import type { DocumentKind } from './document-assets.server.ts';
import type { HeadProps } from './head.server.tsx';

/** Parts of the document that differ between pages. */
export interface RenderedPage extends Partial<Pick<Page, 'status' | 'complete'>> {
  kind: DocumentKind;
  /** Markup of the root. */
  app: string;
  head: Omit<HeadProps, 'origin' | 'site' | 'language'>;
  /** Initial state of the client bundle, in documents that load one. */
  state?: unknown;
  /** The site's address on a printed page; false where the page shows it itself. */
  printsAddress?: boolean;
}
