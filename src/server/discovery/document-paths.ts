import { feedPath } from '#web/page/feed-href.ts';

/** Where other programs find what is written for them. */
export const feedPaths = { atom: feedPath, json: '/feed.json' } as const;
export const openSearchPath = '/opensearch.xml';
export const manifestPath = '/manifest.webmanifest';
export const sitemapPath = '/sitemap.xml';

export type OpdsVersion = '1.2' | '2.0';
/** A bare `/opds` is what people type into their reading program. */
export const opdsRoots: Record<OpdsVersion, string> = { '1.2': '/opds', '2.0': '/opds/v2' };
export const opdsSearchPath = '/opds/search.xml';
