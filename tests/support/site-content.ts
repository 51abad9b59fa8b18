import { readFileSync } from 'node:fs';
import type { SiteContent } from '#web/page/page-facts.ts';

/** The owner's `content/site.json`. */
export const siteContent: SiteContent = JSON.parse(
  readFileSync(new URL('../../content/site.json', import.meta.url), 'utf8'),
);
