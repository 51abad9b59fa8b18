import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { listenOnFreePort } from '../../support/free-port.ts';

interface Alterations {
  /** Addresses that respond 404. */
  without?: RegExp;
  /** Changes the HTML of a page before it is sent. */
  page?: (html: string) => string;
  /** Text before which the response pauses, as on a slow connection. */
  pauseAt?: string;
}

const PAUSE_MS = 500;

/**
 * Serves an altered copy of a site, to simulate slow responses, or missing files in browsers that cannot block requests. Of the headers,
 * only `Content-Type` is copied.
 */
export async function startAlteredSite(
  siteUrl: string,
  { without, page = (html) => html, pauseAt }: Alterations,
): Promise<{ url: string; stop: () => void }> {
  const server = createServer(async ({ url = '/' }, response) => {
    if (without?.test(url)) return void response.writeHead(404).end();
    const originalResponse = await fetch(siteUrl + url, { headers: { 'accept-encoding': 'identity' } });
    const type = originalResponse.headers.get('content-type') ?? '';
    response.writeHead(originalResponse.status, { 'content-type': type });
    if (!type.startsWith('text/html')) return void response.end(await originalResponse.bytes());
    const html = page(await originalResponse.text());
    const pauseIndex = pauseAt === undefined ? -1 : html.indexOf(pauseAt);
    if (pauseIndex > 0) {
      response.write(html.slice(0, pauseIndex));
      await setTimeout(PAUSE_MS);
    }
    response.end(html.slice(Math.max(pauseIndex, 0)));
  });
  return {
    url: await listenOnFreePort(server, 'localhost'),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Serves a site whose pages add their language to `sessionStorage.read` when their body starts. */
export const startRecordingSite = (siteUrl: string) =>
  startAlteredSite(siteUrl, {
    page: (html) =>
      html.replace(
        '<body>',
        `<body><script>sessionStorage.read = (sessionStorage.read || '') + ' ' + document.documentElement.lang</script>`,
      ),
  });
/** Expression: the current path, sorted parameters, hash and language, and the languages of the pages loaded so far. */
export const visitRecord = `[location.pathname, [...new URLSearchParams(location.search)].map(String).sort().join(), location.hash, document.documentElement.lang, sessionStorage.read].join(' | ')`;
