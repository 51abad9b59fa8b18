import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Alterations {
  /** Requests with such an address never get a response. */
  without?: RegExp;
  /** Changes a page on its way. */
  page?: (html: string) => string;
}

/** Serves the same site for a browser that cannot block a file or run a script of the test first. */
export async function alteredSite(
  siteUrl: string,
  { without, page }: Alterations,
): Promise<{ url: string; stop: () => void }> {
  const server = createServer(async ({ url = '/' }, response) => {
    if (without?.test(url)) return void response.writeHead(404).end();
    const answer = await fetch(siteUrl + url, { headers: { 'accept-encoding': 'identity' } });
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type });
    response.end(page && type.startsWith('text/html') ? page(await answer.text()) : await answer.bytes());
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

/** A site whose pages note that they were read, and in which language, as soon as their body begins. */
export const tellingSite = (siteUrl: string) =>
  alteredSite(siteUrl, {
    page: (html) =>
      html.replace(
        '<body>',
        `<body><script>sessionStorage.read = (sessionStorage.read || '') + ' ' + document.documentElement.lang</script>`,
      ),
  });
/** An expression: where the browser is, and what it has read on the way. */
export const whereRead = `[location.pathname, [...new URLSearchParams(location.search)].map(String).sort().join(), location.hash, document.documentElement.lang, sessionStorage.read].join(' | ')`;
