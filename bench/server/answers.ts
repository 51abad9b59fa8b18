import { request } from 'node:http';
import { type Models, Query } from 'node-appwrite';
import type { ServedFile } from '../harness/nginx.ts';
import { libraryTables } from '../harness/site.ts';

/** A request of a visitor, and the bytes of its answer for nginx to send. */
export interface Answer {
  name: string;
  path: string;
  headers: Record<string, string>;
  /** Minimum share of nginx's requests per second. */
  bound: number;
  file: ServedFile;
}

/** Fetches an answer with its bytes as they are on the wire: `fetch` would decompress them. */
async function fetchEncoded(url: string, headers: Record<string, string>): Promise<Omit<ServedFile, 'path'>> {
  const { promise, resolve, reject } = Promise.withResolvers<Omit<ServedFile, 'path'>>();
  request(url, { headers }, async (response) => {
    const bytes = Buffer.concat(await response.toArray());
    if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
    const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
    resolve({ bytes, headers: Object.fromEntries(headers) });
  })
    .on('error', reject)
    .end();
  return promise;
}

/** The first query of a page to the table of files. */
function rowsPath(): string {
  const queries = [
    Query.select(['*', 'category.*']),
    Query.limit(10),
    Query.orderAsc('fileName'),
    Query.offset(0),
  ];
  const parameters = queries.map((query, at) => `queries%5B${at}%5D=${encodeURIComponent(query)}`);
  return `/v1/tablesdb/library/tables/files/rows?${parameters.join('&')}`;
}

async function pdfPath(siteUrl: string, order: string): Promise<string> {
  const { rows } = await libraryTables(siteUrl).listRows<{ url: string } & Models.Row>({
    databaseId: 'library',
    tableId: 'files',
    queries: [order, Query.limit(1)],
  });
  return new URL(rows[0]?.url ?? '', siteUrl).href.slice(siteUrl.length);
}

/** Requests all compared answers from the site. */
export async function fetchAnswers(siteUrl: string): Promise<Answer[]> {
  const compressed = { 'Accept-Encoding': 'gzip, deflate, br' };
  const script = /src="(\/assets\/[\w.-]+\.js)"/.exec(await (await fetch(siteUrl)).text())?.[1] ?? '';
  // The page gets its best compression a second after its first visitor.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const project = { ...compressed, 'X-Appwrite-Project': 'minbar' };
  const requests = [
    { name: 'cached page `/`', path: '/', headers: compressed, bound: 0.4 },
    { name: 'rows list, 10 lessons', path: rowsPath(), headers: project, bound: 0.3 },
    { name: 'script of the page', path: script, headers: compressed, bound: 0.4 },
    {
      name: 'smallest PDF',
      path: await pdfPath(siteUrl, Query.orderAsc('fileSize')),
      headers: {},
      bound: 0.3,
    },
    {
      name: 'largest PDF',
      path: await pdfPath(siteUrl, Query.orderDesc('fileSize')),
      headers: {},
      bound: 0.8,
    },
  ];
  const answers: Answer[] = [];
  for (const [at, { path, headers, ...rest }] of requests.entries()) {
    const file = await fetchEncoded(siteUrl + path, headers);
    answers.push({ ...rest, path, headers, file: { path: `/file-${at}`, ...file } });
  }
  return answers;
}
