import { readFileSync } from 'node:fs';
import type { SiteContent } from '#web/page/page-facts.ts';

/** The sample `content/site.json` of this repository. */
export const siteContent: SiteContent = JSON.parse(
  readFileSync(new URL('../../content/site.json', import.meta.url), 'utf8'),
);
