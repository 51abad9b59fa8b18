import type { Context } from 'hono';
import type { Visit } from '#backend/visit.ts';
import type { PageRequest } from './kept-page.ts';

/** What of a request decides in which form a page is sent. */
export const pageRequestOf = ({ req }: Context): PageRequest => ({
  acceptEncoding: req.header('Accept-Encoding'),
  ifNoneMatch: req.header('If-None-Match'),
});

/** What comes with a request to the site's apps. */
export interface SiteEnv {
  Bindings: { visit?: Visit };
}
