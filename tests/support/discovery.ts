import { createDiscoveryApp } from '#site/feeds/routes.ts';
import type { LessonList } from '#site/lesson-list.ts';
import { createResponseCache } from '#site/response-cache.ts';
import { createAddresses } from '#site/site-facts.ts';
import { categoryRow, lessonRow, memoryList } from './memory-list.ts';
import { siteContent } from './site-content.ts';

/** Creates the routes for other programs with 120 lessons in two categories, with titles in both scripts. */
export function createLargeLibrary() {
  const [fiqh, seerah] = [categoryRow('fiqh', 'Fiqh & manners'), categoryRow('seerah', 'السيرة')];
  const lessons = Array.from({ length: 120 }, (_, index) =>
    lessonRow(
      index,
      index % 3 ? `Lesson ${index} – درس.pdf` : `آداب المسجد ${index}.pdf`,
      index % 2 ? fiqh : seerah,
    ),
  );
  const app = createTestDiscovery(memoryList([fiqh, seerah], lessons));
  return { lessons, read: async (path: string) => (await app.request(path)).text(), app };
}

/** Creates the routes for other programs (feeds, catalogs, sitemap, manifest) with a given library. */
export function createTestDiscovery(list: LessonList, site = siteContent) {
  return createDiscoveryApp(
    {
      list,
      zipBytes: async () => undefined,
      site: { ...site, logo: '/assets/logo-1.svg' },
      addresses: createAddresses('https://example.org'),
      logo: { type: 'image/svg+xml', bytes: Buffer.from('<svg/>') },
    },
    createResponseCache(() => 1, {}),
    { 'X-Content-Type-Options': 'nosniff' },
  );
}
