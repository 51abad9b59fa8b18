import { feedPath } from '#web/page/feed-href.ts';

/** In which feeds and catalogues are written: Atom and OPDS 1.2, or JSON Feed and OPDS 2.0. */
export type Form = 'atom' | 'json';

/** Where other programs find what is written for them. */
export const feedPaths: Record<Form, string> = { atom: feedPath, json: '/feed.json' };
export const openSearchPath = '/opensearch.xml';
export const manifestPath = '/manifest.webmanifest';
export const sitemapPath = '/sitemap.xml';

/** A bare `/opds` is what people type into their reading program. */
export const opdsRoots: Record<Form, string> = { atom: '/opds', json: '/opds/v2' };
export const opdsSearchPath = '/opds/search.xml';
