import type { Visit } from '#backend/visit.ts';

/** What comes with a request to the site's apps. */
export interface SiteEnv {
  Bindings: { visit?: Visit };
}
