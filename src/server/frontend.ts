import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import { inlineOf, readDocumentAssets } from '#pages/document-assets.server.ts';
import { createPages, type PagesOptions } from '#pages/pages.server.tsx';
import { type Asset, loadAssets } from '#site/assets.ts';
import type { Pages } from '#site/page.ts';
import type { Inline } from '#site/security-headers.ts';

/** Client assets and the renderer of pages: from the build, or from Vite in development. */
interface Frontend {
  createPages(options: Omit<PagesOptions, 'assets'>): Pages;
  /** Inline scripts and styles that the content security policy allows. */
  inline: readonly Inline[];
  /** The built files. */
  assets: readonly Asset[];
  /** Requests that Vite answers itself, including its WebSocket. */
  tool?: {
    owns(request: IncomingMessage): boolean;
    handle: RequestListener;
    close(): Promise<void>;
  };
}

/** Opens it for the server that will send it. */
export type OpenFrontend = (server: Server) => Promise<Frontend>;

/** Reads the build's output in `dist/client`, once. */
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
