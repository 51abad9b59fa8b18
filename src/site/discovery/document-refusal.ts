import type { Context, ErrorHandler } from 'hono';
import type { Language } from '#contract/language.ts';
import { parseLanguage } from '#contract/urls.ts';
import { ApiError } from '#http/api-error.ts';
import { type RefusalStatus, visitorTexts } from '../messages/visitor-texts.ts';
import { reportFailure } from '../report-failure.ts';
import type { Headers } from '../security-headers.ts';
import type { SiteEnv } from '../site-env.ts';
import type { TypedText } from './discovery-site.ts';

/** Programs on other sites may read what everybody may; opened in a browser it runs nothing. */
export const documentHeaders: Headers = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
};

/** What a program is told that asked for what there is not: a problem (RFC 9457) where it reads JSON, else one line. */
export function documentRefusal(path: string, status: RefusalStatus, language: Language): TypedText {
  const detail = visitorTexts[language].discovery.refusals[status];
  const isJson = /json|webmanifest|^\/opds\/v2(?:\/|$)/.test(path);
  return isJson
    ? { type: 'application/problem+json', text: JSON.stringify({ status, detail }) }
    : { type: 'text/plain; charset=utf-8', text: `${detail}\n` };
}

/** The answer of that to a request. */
export function refuseDocument(context: Context<SiteEnv>, status: RefusalStatus, seconds?: number): Response {
  const language = parseLanguage(new URL(context.req.url).searchParams);
  const { type, text } = documentRefusal(context.req.path, status, language);
  return context.body(text, status, {
    ...documentHeaders,
    'Content-Type': type,
    'Cache-Control': 'no-store',
    ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }),
  });
}

/** Passes on the refusals of admission; reports any other failure, and asks the client to come back after some seconds. */
export function documentFailure(seconds: number): ErrorHandler<SiteEnv> {
  return (error, context) => {
    if (error instanceof ApiError && (error.code === 429 || error.code === 503))
      return refuseDocument(context, error.code, Number(error.values.retryAfter ?? 5));
    reportFailure('A document for other programs could not be made', error);
    return refuseDocument(context, 503, seconds);
  };
}
