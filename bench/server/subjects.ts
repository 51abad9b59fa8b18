import { type Models, Query } from 'node-appwrite';
import { libraryTables } from '../harness/library-tables.ts';
import type { ServedFile } from '../harness/nginx.ts';

/** Something a visitor asks for, and the bytes of its answer for the reference to send. */
export interface Subject {
  name: string;
  path: string;
  headers: Record<string, string>;
  /** The least share of the reference's requests per second. */
  aim: number;
  file: ServedFile;
}

/** The bytes as they are on the wire: `fetch` would unpack them. */
async function answerOf(url: string, headers: Record<string, string>) {
  const { request } = await import('node:http');
  const { promise, resolve, reject } = Promise.withResolvers<{
    bytes: Buffer;
    headers: Record<string, string>;
  }>();
  request(url, { headers }, async (answer) => {
    const pieces: Buffer[] = [];
    for await (const piece of answer) pieces.push(piece);
    if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
    const said = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    resolve({ bytes: Buffer.concat(pieces), headers: Object.fromEntries(said) });
  })
    .on('error', reject)
    .end();
  return promise;
}

/** The first query of a page to the table of files. */
function filesPath(): string {
  const queries = [
    Query.select(['*', 'category.*']),
    Query.limit(10),
    Query.orderAsc('fileName'),
    Query.offset(0),
  ];
  const parameters = queries.map((query, at) => `queries%5B${at}%5D=${encodeURIComponent(query)}`);
  return `/v1/tablesdb/library/tables/files/rows?${parameters.join('&')}`;
}

/** The smallest and the largest lesson of the library. */
async function lessonsOf(siteUrl: string): Promise<{ url: string }[]> {
  const db = libraryTables(siteUrl);
  const end = async (order: string) => {
    const { rows } = await db.listRows<{ url: string } & Models.Row>({
      databaseId: 'library',
      tableId: 'files',
      queries: [order, Query.limit(1)],
    });
    return rows[0] ?? { url: '' };
  };
  return [await end(Query.orderAsc('fileSize')), await end(Query.orderDesc('fileSize'))];
}

/** Asks the site for everything that is to be measured. */
export async function subjectsOf(siteUrl: string): Promise<Subject[]> {
  const packed = { 'Accept-Encoding': 'gzip, deflate, br' };
  const project = { ...packed, 'X-Appwrite-Project': 'minbar' };
  const [small, large] = await lessonsOf(siteUrl);
  const script = /src="(\/assets\/[\w.-]+\.js)"/.exec(await (await fetch(siteUrl)).text())?.[1] ?? '';
  // The page gets its best compression a second after its first visitor.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const wanted = [
    { name: 'cached page `/`', path: '/', headers: packed, aim: 0.4 },
    { name: 'rows list, 10 lessons', path: filesPath(), headers: project, aim: 0.3 },
    { name: 'script of the page', path: script, headers: packed, aim: 0.4 },
    {
      name: 'smallest PDF',
      path: new URL(small?.url ?? '', siteUrl).href.slice(siteUrl.length),
      headers: {},
      aim: 0.3,
    },
    {
      name: 'largest PDF',
      path: new URL(large?.url ?? '', siteUrl).href.slice(siteUrl.length),
      headers: {},
      aim: 0.8,
    },
  ];
  const subjects: Subject[] = [];
  for (const [at, one] of wanted.entries()) {
    const answer = await answerOf(siteUrl + one.path, one.headers);
    subjects.push({ ...one, file: { path: `/file-${at}`, ...answer } });
  }
  return subjects;
}
