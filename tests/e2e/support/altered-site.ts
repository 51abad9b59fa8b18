import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

interface Alterations {
  /** Requests with such an address never get a response. */
  without?: RegExp;
  /** Changes a page before it is sent. */
  page?: (html: string) => string;
  /** Text in front of which a page pauses, as on a slow connection. */
  pauseAt?: string;
}

const PAUSE_MS = 500;

/** Serves the same site to a browser in which a test cannot block files or run a script first. */
export async function alteredSite(
  siteUrl: string,
  { without, page = (html) => html, pauseAt }: Alterations,
): Promise<{ url: string; stop: () => void }> {
  const server = createServer(async ({ url = '/' }, response) => {
    if (without?.test(url)) return void response.writeHead(404).end();
    const answer = await fetch(siteUrl + url, { headers: { 'accept-encoding': 'identity' } });
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type });
    if (!type.startsWith('text/html')) return void response.end(await answer.bytes());
    const html = page(await answer.text());
    const at = pauseAt === undefined ? -1 : html.indexOf(pauseAt);
    if (at > 0) {
      response.write(html.slice(0, at));
      await setTimeout(PAUSE_MS);
    }
    response.end(html.slice(Math.max(at, 0)));
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A site whose pages record that they were loaded, and their language, at the start of their body. */
export const recordingSite = (siteUrl: string) =>
  alteredSite(siteUrl, {
    page: (html) =>
      html.replace(
        '<body>',
        `<body><script>sessionStorage.read = (sessionStorage.read || '') + ' ' + document.documentElement.lang</script>`,
      ),
  });
/** An expression: the current address, and the pages loaded so far. */
export const visitRecord = `[location.pathname, [...new URLSearchParams(location.search)].map(String).sort().join(), location.hash, document.documentElement.lang, sessionStorage.read].join(' | ')`;
