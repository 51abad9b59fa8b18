import { hash } from 'node:crypto';
import type { Context, ErrorHandler } from 'hono';
import { directionOf, type Language, mapLanguages, otherLanguage } from '#contract/language.ts';
import { ApiError } from '#http/api-error.ts';
import { plainMessage } from '#http/failures.ts';
import { type RefusalStatus, visitorTexts } from './messages/visitor-texts.ts';
import type { Headers } from './security-headers.ts';
import { languageOf, type SiteEnv } from './site-env.ts';
import type { TypedText } from './site-facts.ts';

const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:1.5rem;box-sizing:border-box;
font:1.125rem/1.7 system-ui,sans-serif;background:light-dark(#faf7f0,#0e1714);color:light-dark(#1d2b26,#ece6d8)}
main{display:grid;gap:2.5rem}section{max-inline-size:34rem}h1{margin:0;font-size:1.5rem}p{margin:.5rem 0}
a{display:inline-block;padding-block:.5rem;color:light-dark(#0f4d3f,#e7c77f)}`;

/** Content security policy of the refusal page, which loads nothing and has one inline style. */
const refusalPolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; frame-ancestors 'none'; base-uri 'none'`;

// Created once, because creating a format takes longer than rendering the page.
const secondsFormats = mapLanguages(
  (language) => new Intl.NumberFormat(language, { style: 'unit', unit: 'second', unitDisplay: 'long' }),
);

function renderSection(language: Language, seconds: number): string {
  const { heading, text, again } = visitorTexts[language].refusal;
  const delay = secondsFormats[language].format(seconds);
  // The empty link leads to the page itself, so no visitor input is written into the page.
  return `<section lang="${language}" dir="${directionOf(language)}"><h1>${heading}</h1><p>${text(delay)}</p><p><a href="">${again}</a></p></section>`;
}

/** Renders admission's refusal as a small page in both languages, the requested one first, without the backend. */
export function createRefusal(context: Context, error: ApiError): Response {
  const language = languageOf(context);
  const seconds = Number(error.values.retryAfter ?? 5);
  const page = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${visitorTexts[language].refusal.heading}</title><style>${style}</style></head>
<body><main>${renderSection(language, seconds)}${renderSection(otherLanguage(language), seconds)}</main></body></html>
`;
  return context.html(page, error.code as 429 | 503, {
    'Content-Security-Policy': refusalPolicy,
    'Content-Language': 'en, ar',
    'Cache-Control': 'no-store',
    'Retry-After': String(seconds),
  });
}

/** Headers of public documents. Other sites can read these documents, and browsers run no scripts in them. */
export const documentHeaders: Headers = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
};

/** Creates the body of a refused document: problem details (RFC 9457) for the path of a JSON format, else one line. */
export function createDocumentRefusal(
  path: string,
  status: RefusalStatus,
  language: Language,
  detail: string = visitorTexts[language].discovery.refusals[status],
): TypedText {
  const isJson = /json|webmanifest|^\/opds\/v2(?:\/|$)/.test(path);
  return isJson
    ? { type: 'application/problem+json', text: JSON.stringify({ status, detail }) }
    : { type: 'text/plain; charset=utf-8', text: `${detail}\n` };
}

/** Creates the response that refuses a document; `seconds` is its `Retry-After`. */
export function refuseDocument(
  context: Context<SiteEnv>,
  status: RefusalStatus,
  seconds?: number,
  detail?: string,
): Response {
  const language = languageOf(context);
  const { type, text } = createDocumentRefusal(context.req.path, status, language, detail);
  return context.body(text, status, {
    ...documentHeaders,
    'Content-Type': type,
    'Cache-Control': 'no-store',
    ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }),
  });
}

/** Creates an error handler that forwards admission's refusals. It logs other failures and responds 503; `seconds` is the `Retry-After`. */
export function createDocumentErrorHandler(seconds: number): ErrorHandler<SiteEnv> {
  return (error, context) => {
    if (error instanceof ApiError && (error.code === 429 || error.code === 503))
      return refuseDocument(context, error.code, Number(error.values.retryAfter ?? 5));
    reportFailure('A document for other programs could not be created', error);
    return refuseDocument(context, 503, seconds);
  };
}

/** Logs an expected failure, such as an unavailable backend, without its stack. */
export function reportFailure(subject: string, { message }: Error): void {
  console.error(`${subject}:`, plainMessage(message));
}
