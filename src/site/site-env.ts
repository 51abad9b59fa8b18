import type { Context } from 'hono';
import type { RequestContext } from '#http/request-context.ts';
import { toResponse } from './answer.ts';
import type { Asker, PageCache } from './page-cache.ts';
import type { Headers } from './security-headers.ts';

/** What comes with a request to the site's apps. */
export interface SiteEnv {
  Bindings: { client?: RequestContext };
}

/** Leads to where something is now. */
export function leadTo(context: Context<SiteEnv>, Location: string, more: Headers = {}): Response {
  return context.body(null, 302, { Location, 'Cache-Control': 'public, no-cache', ...more });
}

/** Answers with what is kept under a key, or what `render` makes for all who ask, in the form that this request takes. */
export async function sendKept(
  { req, env }: Context<SiteEnv>,
  cache: PageCache,
  key: string,
  render: Parameters<PageCache['get']>[2],
  asker: Asker | undefined = env?.client,
): Promise<Response> {
  return toResponse(await cache.get(key, req.header(), render, asker));
}
