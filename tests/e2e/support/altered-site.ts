import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Alterations {
  /** Requests with such an address never get a response. */
  without?: RegExp;
  /** Changes a page before it is sent. */
  page?: (html: string) => string;
}

/** Serves the same site to a browser in which a test cannot block files or run a script first. */
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

/** A site whose pages record that they were loaded, and their language, at the start of their body. */
export const tellingSite = (siteUrl: string) =>
  alteredSite(siteUrl, {
    page: (html) =>
      html.replace(
        '<body>',
        `<body><script>sessionStorage.read = (sessionStorage.read || '') + ' ' + document.documentElement.lang</script>`,
      ),
  });
/** An expression: the current address, and the pages loaded so far. */
export const whereRead = `[location.pathname, [...new URLSearchParams(location.search)].map(String).sort().join(), location.hash, document.documentElement.lang, sessionStorage.read].join(' | ')`;
