import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.ts';
import type { AssetAnswers } from './asset-answers.ts';
import type { PageCache } from './page-cache.ts';

/**
 * Finds what is there already, without making a `Request` or reading the URL: `undefined` leaves the request to the
 * site's app, whose answer is the same. A page's key is its canonical address, so an address that is a key needs no
 * reading; every other spelling of it goes to the app.
 */
export function createFastPath({ pages, assets }: { pages: PageCache; assets: AssetAnswers }) {
  return ({ method, url = '', headers }: IncomingMessage): Answer | undefined => {
    if (method !== 'GET' || !url.startsWith('/')) return undefined;
    const acceptEncoding = headers['accept-encoding'] as string | undefined;
    return (
      assets(url, acceptEncoding) ??
      pages.find(url, { acceptEncoding, ifNoneMatch: headers['if-none-match'] })
    );
  };
}
