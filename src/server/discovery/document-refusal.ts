import type { Language } from '#web/i18n/language.ts';
import type { Page } from '../pages.ts';
import type { Headers } from '../security-headers.ts';
import { discoveryTexts } from './texts.ts';

/** Programs on other sites may read what everybody may; opened in a browser it runs nothing. */
export function documentHeaders(headers: Headers): Headers {
  return {
    ...headers,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
  };
}

export type RefusalStatus = 404 | 410 | 429 | 503;

const reasons: Record<RefusalStatus, 'absent' | 'gone' | 'busy' | 'away'> = {
  404: 'absent',
  410: 'gone',
  429: 'busy',
  503: 'away',
};

/** What a program is told that asked for what there is not: a problem (RFC 9457) where it reads JSON, else one line. */
export function documentRefusal(
  path: string,
  status: RefusalStatus,
  language: Language,
): { type: string; text: string } {
  const detail = discoveryTexts[language][reasons[status]];
  const isJson = /json|webmanifest|^\/opds\/v2(?:\/|$)/.test(path);
  return isJson
    ? { type: 'application/problem+json', text: JSON.stringify({ status, detail }) }
    : { type: 'text/plain; charset=utf-8', text: `${detail}\n` };
}

/** The same as it is kept, so that asking again costs nothing. */
export function refusedPage(path: string, status: 404 | 410, language: Language, headers: Headers): Page {
  const { type, text } = documentRefusal(path, status, language);
  return { status, language, text, as: { type, headers }, complete: true };
}
