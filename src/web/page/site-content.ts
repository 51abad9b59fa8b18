import type { readSiteFile } from '#settings/site-file.ts';

/** What the owner writes about himself in `content/site.json`, in both languages. `logo` and `logoDark` are addresses on this site. */
export type SiteContent = ReturnType<typeof readSiteFile>['site'];
