import { type Context, Hono } from 'hono';
import type { Language } from '#contract/language.ts';
import {
  catalogPath,
  catalogPattern,
  catalogSearchPath,
  cleanSearch,
  feedPaths,
  followHref,
  localHref,
  manifestPath,
  openSearchPath,
  parseCatalogPath,
  parseLanguage,
  parseShortPath,
  parseSitemapFile,
  parseView,
  robotsPath,
  shortPattern,
  sitemapFilePattern,
  sitemapPath,
  subjectHref,
} from '#contract/urls.ts';
import { runQueued } from '#http/request-context.ts';
import { findShortSubject } from '../lesson-list.ts';
import {
  createDocumentErrorHandler,
  createDocumentRefusal,
  documentHeaders,
  refuseDocument,
} from '../refusals.ts';
import type { ResponseCache } from '../response-cache.ts';
import type { Headers } from '../security-headers.ts';
import { redirect, type SiteEnv, sendCachedResponse } from '../site-env.ts';
import type { DiscoverySite, TypedText } from '../site-facts.ts';
import { renderFeed } from './feeds.ts';
import { renderCatalogPage } from './opds.ts';
import {
  renderManifest,
  renderOpenSearch,
  renderSitemap,
  renderSitemapFile,
  robotsText,
} from './well-known.ts';

type DocumentQuery = ReturnType<typeof queryOf>;
type DocumentResult = TypedText | undefined | Promise<TypedText | undefined>;
/** Query parameters that select a document of a route. */
type Parameters = Record<string, string | undefined>;

/** Whether a person opens the Atom feed in a browser, which would show its source. */
export function isFeedNavigation({ url, headers }: Request): boolean {
  return url.includes(feedPaths.atom) && headers.get('sec-fetch-dest') === 'document';
}

/**
 * Creates the routes for other programs: feeds, catalogs, the sitemap, robots.txt, search description and manifest; and for short
 * addresses.
 *
 * @param headers headers of every response
 */
export function createDiscoveryApp(discovery: DiscoverySite, responses: ResponseCache, headers: Headers) {
  const app = new Hono<SiteEnv>();
  const { addresses } = discovery;
  // Cached documents are sent without middleware, so they contain all headers.
  const allHeaders = { ...headers, ...documentHeaders };

  /** Sends a document; different addresses of the same document share a cached response. */
  const send = async (
    context: Context<SiteEnv>,
    path: string,
    language: Language,
    createDocument: () => DocumentResult,
    parameters: Parameters = {},
  ) => {
    const address = localHref(path, language, parameters);
    const render = async () => {
      const document = await createDocument();
      // A missing document is cached as well, so that repeated requests cause no work.
      const { type, text } = document ?? createDocumentRefusal(context.req.path, 404, language);
      const status = document ? (200 as const) : (404 as const);
      return { status, language, text, type, headers: allHeaders, complete: true };
    };
    return (await sendCachedResponse(context, responses, address, () => render)) ?? context.notFound();
  };
  const addRoute = (
    path: string,
    createDocument: (query: DocumentQuery) => DocumentResult,
    parametersOf?: (query: DocumentQuery) => Parameters,
  ) =>
    app.get(path, (context) => {
      const query = queryOf(context);
      return send(context, path, query.language, () => createDocument(query), parametersOf?.(query));
    });

  app.get(feedPaths.atom, (context, next) => {
    if (!isFeedNavigation(context.req.raw)) return next();
    const { language, categoryId } = queryOf(context);
    return redirect(context, followHref(language, categoryId), { 'Cache-Control': 'no-store' });
  });
  for (const format of ['atom', 'json'] as const)
    addRoute(
      feedPaths[format],
      ({ language, categoryId }) => renderFeed(discovery, format, language, categoryId),
      ({ categoryId }) => ({ category: categoryId }),
    );
  addRoute(openSearchPath, ({ language }) => renderOpenSearch(discovery, language, false));
  addRoute(catalogSearchPath, ({ language }) => renderOpenSearch(discovery, language, true));
  addRoute(manifestPath, ({ language }) => renderManifest(discovery, language));

  app.get(catalogPattern, (context) => {
    const catalogPage = parseCatalogPath(context.req.path);
    if (!catalogPage) return refuseDocument(context, 404);
    const { format, page: path } = catalogPage;
    const { language, page, search: typedSearch } = queryOf(context);
    const search = path === '/search' ? typedSearch : '';
    const createDocument = () => renderCatalogPage(discovery, { format, path, language, page, search });
    return send(context, catalogPath(format, path), language, createDocument, {
      page: page > 1 ? String(page) : '',
      q: search,
    });
  });

  app.get(sitemapPath, (context) => send(context, sitemapPath, 'en', () => renderSitemap(discovery)));
  app.get(sitemapFilePattern, (context) => {
    const file = parseSitemapFile(context.req.path);
    return send(context, context.req.path, 'en', () => renderSitemapFile(discovery, file));
  });
  app.get(robotsPath, (context) =>
    context.text(robotsText(addresses.origin + sitemapPath), 200, {
      ...documentHeaders,
      'Cache-Control': 'public, max-age=3600',
    }),
  );

  app.get(shortPattern, async (context, next) => {
    const shortAddress = parseShortPath(context.req.path);
    const find = () => shortAddress && findShortSubject(discovery.list, ...shortAddress.starts);
    const subject = shortAddress && (await runQueued(context.env?.client, find));
    return subject ? redirect(context, subjectHref(subject, shortAddress.language)) : next();
  });

  app.onError(createDocumentErrorHandler(5));
  return app;
}

/** Returns the parts of an address that a document depends on. */
function queryOf(context: Context<SiteEnv>) {
  const { searchParams } = new URL(context.req.url);
  const { categoryId, page } = parseView(searchParams);
  const search = cleanSearch(searchParams.get('q') ?? '');
  return { language: parseLanguage(searchParams), categoryId, page, search };
}
