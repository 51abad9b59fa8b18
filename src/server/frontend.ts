import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Asset } from './assets.ts';
import type { PageTemplate } from './page-template.ts';
import type { Pages, PagesOptions } from './pages.ts';

/** What browsers are given and what renders it: from the build, or from Vite while somebody works on the site. */
export interface Frontend {
  createPages(options: Omit<PagesOptions, 'templates'>): Pages;
  /** What the content security policy lets run of the document itself. */
  inline: Pick<PageTemplate, 'scriptHashes' | 'styleHashes'>;
  /** The built files by their path. */
  assets: Map<string, Asset>;
  /** What Vite answers by itself, its own socket included. */
  tool?: DevelopmentTool;
}

export interface DevelopmentTool {
  owns(request: IncomingMessage): boolean;
  handle: RequestListener;
  close(): Promise<void>;
}

/** Opens it for the server that will send it. */
export type OpenFrontend = (server: Server) => Promise<Frontend>;
