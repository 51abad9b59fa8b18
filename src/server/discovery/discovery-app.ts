import { type Context, Hono } from 'hono';
import { inTurnOf } from '#backend/visit.ts';
import { idPattern } from '#contract/id-pattern.ts';
import type { Language } from '#web/i18n/language.ts';
import { cleanSearch, parseLanguage, parseView } from '#web/page/view.ts';
import { toResponse } from '../answer.ts';
import type { PageCache } from '../page-cache.ts';
import type { Headers } from '../security-headers.ts';
import { askedBy, type SiteEnv } from '../site-env.ts';
import type { DiscoverySite, TypedText } from './discovery-site.ts';
import {
  feedPaths,
  manifestPath,
  type OpdsVersion,
  opdsRoots,
  opdsSearchPath,
  openSearchPath,
  sitemapPath,
} from './document-paths.ts';
import { documentFailure, documentHeaders, refuseDocument, refusedPage } from './document-refusal.ts';
import { feedDocument } from './feed-documents.ts';
import type { CataloguePath } from './opds-catalogue.ts';
import { opdsDocument } from './opds-documents.ts';
import { robotsText } from './robots.ts';
import { shortSubject } from './short-address.ts';
import { manifestDocument, openSearchDocument } from './site-documents.ts';
import { sitemapDocument, sitemapFileDocument } from './sitemap-documents.ts';

export interface DiscoveryAppOptions {
  discovery: DiscoverySite;
  cache: PageCache;
  /** Headers of every answer. */
  headers: Headers;
}

type Make = () => TypedText | undefined | Promise<TypedText | undefined>;

/** What other programs read of the library: feeds, catalogues, the sitemap, and how to search and install the site. */
export function createDiscoveryApp({ discovery, cache, headers }: DiscoveryAppOptions): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  const { addresses } = discovery;
  const every = documentHeaders(headers);

  const send = async (context: Context<SiteEnv>, language: Language, address: string, make: Make) => {
    const visit = context.env?.visit;
    const render = async () => {
      const made = await make();
      if (!made) return refusedPage(context.req.path, 404, language, every);
      const { type, text } = made;
      return { status: 200 as const, language, text, as: { type, headers: every }, complete: true };
    };
    // Two addresses of one document share one rendering.
    return toResponse(
      await cache.get(address.slice(addresses.origin.length), askedBy(context), render, visit),
    );
  };

  const asked = (context: Context<SiteEnv>) => {
    const { searchParams } = new URL(context.req.url);
    const { categoryId, page } = parseView(searchParams);
    const search = cleanSearch(searchParams.get('q') ?? '');
    return { language: parseLanguage(searchParams), categoryId, page, search };
  };

  for (const [form, path] of Object.entries(feedPaths) as [keyof typeof feedPaths, string][])
    app.get(path, (context) => {
      const { language, categoryId } = asked(context);
      const address = addresses.of(path, language, { category: categoryId });
      return send(context, language, address, () => feedDocument(discovery, form, language, categoryId));
    });

  const catalogue =
    (version: OpdsVersion, root: string, path: CataloguePath) => (context: Context<SiteEnv>) => {
      const { language, page, search: typed } = asked(context);
      const search = path === '/search' ? typed : '';
      const address = addresses.of(root + path, language, { page: page > 1 ? String(page) : '', q: search });
      return send(context, language, address, () =>
        opdsDocument(discovery, { version, path, language, page, search }),
      );
    };
  const description = (path: string, forCatalogue: boolean) =>
    app.get(path, (context) => {
      const { language } = asked(context);
      return send(context, language, addresses.of(path, language), () =>
        openSearchDocument(discovery, language, forCatalogue),
      );
    });
  description(openSearchPath, false);
  description(opdsSearchPath, true);
  for (const [version, root] of Object.entries(opdsRoots) as [OpdsVersion, string][]) {
    app.get(root, catalogue(version, root, ''));
    app.get(`${root}/`, catalogue(version, root, ''));
    for (const path of ['/new', '/all', '/search'] as const)
      app.get(root + path, catalogue(version, root, path));
    app.get(`${root}/category/:id{${idPattern}}`, (context) =>
      catalogue(version, root, `/category/${context.req.param('id')}`)(context),
    );
  }
  app.get('/opds/*', (context) => refuseDocument(context, 404, every));

  app.get('/:language{en|ar}/:beginning{[A-Za-z0-9][A-Za-z0-9._-]{5,35}}', async (context, next) => {
    const { language, beginning } = context.req.param();
    const subject = await inTurnOf(context.env?.visit, () => shortSubject(discovery.list, beginning ?? ''));
    if (!subject) return next();
    const { kind, id } = subject;
    const named = language as Language;
    const href = kind === 'lesson' ? addresses.lesson(id, named) : addresses.library(named, id);
    // On this host, whichever name the visitor has for it.
    const place = href.slice(addresses.origin.length);
    return context.body(null, 302, { ...headers, Location: place, 'Cache-Control': 'public, no-cache' });
  });

  app.get(manifestPath, (context) => {
    const { language } = asked(context);
    return send(context, language, addresses.of(manifestPath, language), () =>
      manifestDocument(discovery, language),
    );
  });
  app.get('/robots.txt', (context) =>
    context.text(robotsText(addresses.origin + sitemapPath), 200, {
      ...every,
      'Cache-Control': 'public, max-age=3600',
    }),
  );
  app.get(sitemapPath, (context) =>
    send(context, 'en', addresses.of(sitemapPath, 'en'), () => sitemapDocument(discovery)),
  );
  app.get('/:file{sitemap-[1-9][0-9]{0,2}\\.xml}', (context) => {
    const file = Number(/\d+/.exec(context.req.path)?.[0]);
    return send(context, 'en', addresses.of(context.req.path, 'en'), () =>
      sitemapFileDocument(discovery, file),
    );
  });

  app.onError(documentFailure(every, 5));
  return app;
}
