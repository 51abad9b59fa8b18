import { createAnswers } from '#site/answers.ts';
import { createAddresses } from '#site/discovery/addresses.ts';
import { createDiscoveryApp } from '#site/discovery/discovery-app.ts';
import type { LessonList } from '#site/discovery/lesson-list.ts';
import { siteContent } from './site-content.ts';

/** The documents for other programs, of a library as it is given. */
export function discoveryOf(list: LessonList, site = siteContent) {
  return createDiscoveryApp(
    {
      list,
      site: { ...site, logo: '/assets/logo-1.svg' },
      addresses: createAddresses('https://example.org'),
      logo: { type: 'image/svg+xml', bytes: Buffer.from('<svg/>') },
    },
    createAnswers(() => 1, {}),
    { 'X-Content-Type-Options': 'nosniff' },
  );
}
