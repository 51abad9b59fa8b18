import { createDiscoveryApp } from '#site/feeds/routes.ts';
import type { LessonList } from '#site/lesson-list.ts';
import { createResponseCache } from '#site/response-cache.ts';
import { createAddresses } from '#site/site-facts.ts';
import { siteContent } from './site-content.ts';

/** Creates the routes for other programs (feeds, catalogs, sitemap, manifest) with a given library. */
export function createTestDiscovery(list: LessonList, site = siteContent) {
  return createDiscoveryApp(
    {
      list,
      site: { ...site, logo: '/assets/logo-1.svg' },
      addresses: createAddresses('https://example.org'),
      logo: { type: 'image/svg+xml', bytes: Buffer.from('<svg/>') },
    },
    createResponseCache(() => 1, {}),
    { 'X-Content-Type-Options': 'nosniff' },
  );
}
