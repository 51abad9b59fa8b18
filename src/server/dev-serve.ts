import { realpath } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { defaultLanguage } from '#contract/language.ts';
import { clientSources, type DocumentAssets } from '#pages/document-assets.server.ts';
import type { PagesOptions } from '#pages/pages.server.tsx';
import { readConfig } from '#settings/config.ts';
import { readEnvironment } from '#settings/environment.ts';
import { programFolder } from '#settings/folders.ts';
import type { Page, Pages } from '#site/page.ts';
import { escapeHtml } from '#site/xml.ts';
import { runSite } from './run-site.ts';
import type { OpenFrontend } from './site-server.ts';

/** Runs the site from its sources until `npm run dev` ends it. A restarted site gets the same port, so that open pages reconnect. */
export async function main([port]: string[]): Promise<void> {
  const config = readConfig(programFolder, readEnvironment(programFolder));
  // Until the site listens for the signal, the process can exit immediately.
  const end = () => process.emit('SIGTERM') || process.exit(0);
  if (!process.connected) end();
  process.once('disconnect', end);
  await runSite({ ...config, port: Number(port ?? config.port) }, openDevFrontend);
}

/** Opens the frontend for development: Vite serves and renders the sources, and updates open pages. */
const openDevFrontend: OpenFrontend = async (server) => {
  // Reports the port, so that a restarted site listens on it again.
  server.once('listening', () => {
    if (process.connected) process.send?.((server.address() as AddressInfo).port);
  });
  const vite = await createServer({
    root: programFolder,
    appType: 'custom',
    // Vite logs only its own warnings and errors; the site logs its own messages.
    logLevel: 'warn',
    server: {
      middlewareMode: true,
      hmr: { server },
      watch: { ignored: ['**/{bench,content,data,dist,docs,tests}/**'] },
      // Excludes the data folder, because it holds the key of this run.
      fs: { allow: ['src', 'dist/dev', await realpath(join(programFolder, 'node_modules'))] },
    },
  });
  return {
    createPages: (options) => createDevPages(vite, options),
    // Vite's inline scripts for hot reload, and the worker that waits for the server to return.
    inline: [{ scriptHashes: ["'unsafe-inline'", 'blob:'], styleHashes: ["'unsafe-inline'"] }],
    assets: [],
    devServer: { accepts: isViteRequest, handle: vite.middlewares, close: () => vite.close() },
  };
};

/** Whether Vite handles a request: a page's sources and packages, Vite's own modules, and its WebSocket. */
function isViteRequest({ url = '', headers }: IncomingMessage): boolean {
  return (
    /^\/(?:@|src\/|dist\/dev\/|node_modules\/)/.test(url) ||
    /^vite-/.test(headers['sec-websocket-protocol'] ?? '')
  );
}

/** Renders pages with the current sources; changed modules are loaded again. */
function createDevPages(vite: ViteDevServer, options: Omit<PagesOptions, 'assets'>): Pages {
  let hasFailed = false;
  vite.watcher.on('all', () => {
    if (!hasFailed) return;
    hasFailed = false;
    vite.ws.send({ type: 'full-reload' });
  });
  const sourceAssets = (client: string, styles: string): DocumentAssets => ({
    stylesheet: `/src/web/styles/${styles}`,
    loader: { module: `/${client}` },
    fonts: [],
  });
  const assets = {
    site: sourceAssets(clientSources.site, 'main.css'),
    lesson: sourceAssets(clientSources.lesson, 'lesson.css'),
    poster: sourceAssets(clientSources.poster, 'poster.css'),
  };
  const pages = async (): Promise<Pages> => {
    const { createPages } = await vite.ssrLoadModule('/src/pages/pages.server.tsx');
    return createPages({ ...options, assets });
  };
  /** Adds Vite's scripts to a document. Prevents caching of the document, because its sources can change. */
  const withViteScripts = async (page: Page) => ({
    ...page,
    text: await vite.transformIndexHtml('/', page.text),
    complete: false,
  });
  const fail = (error: Error): Page => {
    hasFailed = true;
    vite.ssrFixStacktrace(error);
    console.error(error.stack);
    return renderFailurePage(error);
  };
  const page = <Result extends Page | undefined>(render: (pages: Pages) => Promise<Result>) =>
    pages()
      .then(render)
      .then((result) => result && withViteScripts(result))
      .catch(fail);
  return {
    home: (view, language) => page((current) => current.home(view, language)),
    lesson: async (request, language, client) => {
      // Loaded before the client's slot, because loading waits for that slot itself.
      const render = await pages()
        .then((current) => current.lesson(request, language, client))
        .catch((error) => () => fail(error));
      return render && (() => page(async () => render()));
    },
    follow: (categoryId, language) => page((current) => current.follow(categoryId, language)),
    poster: (subject, language) => page((current) => current.poster(subject, language)),
    embed: (categoryId, language) => page((current) => current.embed(categoryId, language)),
    error: (reason, language) => page((current) => current.error(reason, language)),
  };
}

/** Renders an error page for the developer, which reloads after the next change. */
function renderFailurePage({ stack, message }: Error): Page {
  const text = `<!doctype html><meta charset="utf-8"><title>${escapeHtml(message)}</title>
<script type="module" src="/@vite/client"></script><pre>${escapeHtml(stack ?? message)}</pre>`;
  return { status: 500, language: defaultLanguage, text, complete: false };
}
