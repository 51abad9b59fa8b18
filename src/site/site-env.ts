import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Language } from '#contract/language.ts';
import { parseLanguage } from '#contract/urls.ts';
import type { RequestContext } from '#http/request-context.ts';
import { encodingOf, type Prepare, type ResponseCache, toResponse } from './response-cache.ts';
import type { Headers } from './security-headers.ts';

/** Bindings of a request to the site's apps; absent in the site's own requests. */
export interface SiteEnv {
  Bindings: Partial<HttpBindings> & { client?: UnadmittedClient | undefined };
}

/** A client before admission, which is needed only if the response is not cached. */
export interface UnadmittedClient extends RequestContext {
  /** Charges the client for a request and runs it; delays clients without budget. Rejects if the client has disconnected. */
  admit(run: () => Promise<void>): Promise<void>;
}

/** Maximum time that a page, or a query for another document, waits for the backend, in milliseconds. */
export const BACKEND_TIMEOUT_MS = 1500;

/** Returns the language that the address of a request names; English by default. */
export function languageOf({ req }: Context): Language {
  return parseLanguage(new URL(req.url).searchParams);
}

/** Redirects temporarily, and makes caches revalidate the redirect, because the target can change. */
export function redirect(context: Context<SiteEnv>, Location: string, moreHeaders: Headers = {}): Response {
  return context.body(null, 302, { Location, 'Cache-Control': 'public, no-cache', ...moreHeaders });
}

/** Sends the cached response of an address, or makes it; undefined if there is no such document. */
export async function sendCachedResponse(
  { req, env }: Context<SiteEnv>,
  responses: ResponseCache,
  href: string,
  prepare: Prepare,
): Promise<Response | undefined> {
  const response = await responses.get(href, encodingOf(req.raw), prepare, env?.client);
  return response && toResponse(req.raw, response);
}
