import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.ts';
import type { Asset } from './assets.ts';
import type { PageCache } from './page-cache.ts';
import type { SiteAnswers } from './site-answers.ts';

export interface FastPathOptions {
  cache: PageCache;
  assets: Map<string, Asset>;
  answers: SiteAnswers;
}

/**
 * Finds what is there already, without making a `Request` or reading the URL: `undefined` leaves the request to the
 * site's app, whose answer is the same. A page's key is its canonical address, so an address that is a key needs no
 * reading; every other spelling of it goes to the app.
 */
export function createFastPath({ cache, assets, answers }: FastPathOptions) {
  return ({ method, url = '', headers }: IncomingMessage): Answer | undefined => {
    if (method !== 'GET') return undefined;
    const asked = {
      acceptEncoding: headers['accept-encoding'] as string | undefined,
      ifNoneMatch: headers['if-none-match'],
    };
    const asset = assets.get(url);
    if (asset) return answers.asset(asset, asked);
    const page = url.startsWith('/') ? cache.ready(url) : undefined;
    return page && answers.page(page, asked);
  };
}
