import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import { inlineOf, readDocumentAssets } from '#pages/document-assets.server.ts';
import { createPages, type PagesOptions } from '#pages/pages.server.tsx';
import { type Asset, loadAssets } from '#site/assets.ts';
import type { Pages } from '#site/page.ts';
import type { Inline } from '#site/security-headers.ts';

/** What browsers are given and what renders it: from the build, or from Vite while somebody works on the site. */
interface Frontend {
  createPages(options: Omit<PagesOptions, 'assets'>): Pages;
  /** What the content security policy lets run of the documents themselves. */
  inline: readonly Inline[];
  /** The built files. */
  assets: readonly Asset[];
  /** What Vite answers by itself, its own socket included. */
  tool?: {
    owns(request: IncomingMessage): boolean;
    handle: RequestListener;
    close(): Promise<void>;
  };
}

/** Opens it for the server that will send it. */
export type OpenFrontend = (server: Server) => Promise<Frontend>;

/** What the build wrote to `dist/client`, read once. */
export function builtFrontend(root: string): OpenFrontend {
  const clientDir = join(root, 'dist/client');
  return async () => {
    const documents = readDocumentAssets(clientDir);
    return {
      createPages: (options) => createPages({ ...options, assets: documents }),
      inline: Object.values(documents).map(inlineOf),
      assets: loadAssets(clientDir),
    };
  };
}
