import { randomBytes } from 'node:crypto';
import { dial, drip, flood, get, type Hostile, keepConnections, keepSockets, request } from './hostile.ts';

/** Addresses that attacks request. */
export interface Target {
  /** A lesson with more pages than can be drawn. */
  readonly book: { readonly id: string; readonly fileId: string; readonly pages: number };
  /** Id of the book's category. */
  readonly category: string;
  /** Address of the bytes of the largest lesson. */
  readonly lesson: string;
}

type Attack = (hostile: Hostile, target: Target) => Promise<void>;

let count = 0;
/** Returns text that was never requested before: a cached answer costs nothing. */
const fresh = () => `${process.pid.toString(36)}${(count++).toString(36)}`;
const unknownId = () => randomBytes(10).toString('hex');
const newSearch = () => `/?search=hostile%20${fresh()}`;
const anyPage = ({ book }: Target) => 1 + Math.floor(Math.random() * book.pages);
const words = ['prayer', 'travellers', 'ruling', 'lesson', 'الصلاة', 'العلم', 'التوحيد', 'الصيام'];
const word = () => encodeURIComponent(words[Math.floor(Math.random() * words.length)] ?? '');
const arabicLetters = 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي ';
const randomLetters = (length: number) =>
  Array.from(randomBytes(length), (byte) => arabicLetters[byte % arabicLetters.length]).join('');
const tables = '/v1/tablesdb/library/tables';
const rows = `${tables}/files/rows?project=minbar`;
const pages = `${tables}/pages/rows?project=minbar`;
const query = (...queries: object[]) =>
  queries.map((each, at) => `&queries[${at}]=${encodeURIComponent(JSON.stringify(each))}`).join('');
const randomTexts = () => Array.from({ length: 100 }, () => randomBytes(4).toString('hex'));
/** Repeats a part up to Node's maximum length of a header or an address. */
const fill = (part: string) => part.repeat(Math.floor(15_000 / part.length));
const brotli = 'Accept-Encoding: br';

/** Requests pages as a browser does, on each of 200 connections. */
const browse =
  (path: (target: Target) => string): Attack =>
  (hostile, target) =>
    request(hostile, 200, () => get(path(target), brotli));
/** Sends requests that no browser sends, on each of 200 connections. */
const send =
  (text: (target: Target) => string, connections = 200): Attack =>
  (hostile, target) =>
    request(hostile, connections, () => text(target));
const post = (length: number, body: string) =>
  `POST ${rows} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;

/** Attacks of one client without a key, by name. */
export const attacks: Record<string, Attack> = {
  // Work that costs the server more than the client.
  'filters that no index answers': send(
    () => get(rows + query({ method: 'contains', attribute: 'url', values: randomTexts() })),
    20,
  ),
  'names of files in a bucket': send(
    () => get(`/v1/storage/buckets/pdfs/files?project=minbar&search=${randomBytes(3).toString('hex')}`),
    20,
  ),
  'lists of 5,000 rows in random order': send(
    () => get(rows + query({ method: 'orderRandom' }, { method: 'limit', values: [5000] })),
    20,
  ),
  '4,000 searches on two connections that leave': (hostile) =>
    keepConnections(hostile, 2, (socket) => {
      socket.write(Array.from({ length: 2000 }, () => get(newSearch())).join(''));
      setTimeout(() => socket.destroy(), 500);
    }),
  '300 new searches at a time': send(() => get(newSearch()), 300),
  'the same, with a forged address': send(() => get(newSearch(), 'X-Forwarded-For: 127.0.0.1'), 300),
  'only the headers of new searches': send(() => get(newSearch()).replace('GET', 'HEAD')),
  'pictures of 2,000 pages, 200 at a time': send((target) => {
    const picture = `${anyPage(target)}-${Math.random() < 0.5 ? 800 : 1600}.webp`;
    return get(`/lesson/${target.book.id}/${picture}?v=${target.book.fileId}`);
  }),
  'pictures of quoted lines, 200 at a time': send((target) => {
    const [first, lines] = [1 + Math.floor(Math.random() * 40), Math.floor(Math.random() * 12)];
    return get(`/lesson/${target.book.id}/${anyPage(target)}-q${first}-${first + lines}.jpg`);
  }),
  'new searches in 2,000 pages, 50 at a time': send(
    (target) => get(`/lesson/${target.book.id}/${anyPage(target)}?search=traveller%20${fresh()}`),
    50,
  ),
  'new searches in the text of a lesson': send(
    ({ book }) => get(`/lesson/${book.id}?as=text&search=traveller%20${fresh()}`),
    50,
  ),
  'archives of a category, 200 at a time': send(({ category }) => get(`/category/${category}.zip`)),
  'archives of a category, never read': (hostile, { category }) =>
    keepConnections(hostile, 200, (socket) => socket.pause().write(get(`/category/${category}.zip`))),
  'texts that may be verses': browse(
    () => `/verses.json?search=${encodeURIComponent(randomLetters(250))}${fresh()}`,
  ),
  'new searches inside the lessons': browse(() => `/?search=${word()}+${fresh()}&in=text`),
  'common words inside the lessons': browse(
    () => `/?search=${word()}+${word()}&in=text&page=${1 + (count++ % 500)}`,
  ),
  'texts that contain a hundred texts': send(() =>
    get(pages + query({ method: 'contains', attribute: 'text', values: randomTexts() })),
  ),
  'all words of all lessons, read and unread': async (hostile) => {
    const list = () =>
      get(pages + query({ method: 'limit', values: [4000 + (count++ % 1000)] }), 'Connection: close');
    await Promise.all([
      keepConnections(hostile, 10, (socket) => socket.resume().write(list())),
      keepConnections(hostile, 10, (socket) => socket.pause().write(list())),
    ]);
  },
  'deep and long JSON': send(() => post(400_000, '['.repeat(200_000) + ']'.repeat(200_000)), 20),
  'ranges of the largest lesson': send(({ lesson }) => {
    const first = Math.floor(Math.random() * 100_000);
    const others = Array.from({ length: 200 }, (_, at) => `${at}-${at}`).join(',');
    return get(lesson, `Range: bytes=${first}-${first + 1},${others}`);
  }, 50),

  // Connections: many, silent, slow, unread.
  'upgrades broken off': (hostile) =>
    keepConnections(hostile, 20, (socket) => {
      socket.write(get('/nowhere', 'Connection: Upgrade', 'Upgrade: websocket'));
      setTimeout(() => socket.resetAndDestroy(), 5);
    }),
  'small live messages without end': (hostile) =>
    keepSockets(hostile, 20, (socket) => {
      const sendMore = () => {
        for (let at = 0; at < 200; at += 1) socket.send('{"type":"ping"}');
        if (socket.readyState === socket.OPEN) setTimeout(sendMore, 5);
      };
      sendMore();
    }),
  '120 live connections that never read': (hostile) =>
    keepSockets(hostile, 120, (socket) => {
      socket.pause();
      const long = JSON.stringify({ type: 'subscribe', data: [{ channels: ['x'.repeat(16_000)] }] });
      const sendMore = () => {
        socket.send(long);
        if (socket.readyState === socket.OPEN && socket.bufferedAmount < 1e6) setTimeout(sendMore, 5);
      };
      sendMore();
    }),
  'the home page requested 1,000 times ahead, never read': (hostile) =>
    keepConnections(hostile, 20, (socket) => socket.pause().write(get('/').repeat(1000))),
  '2,100 silent connections': (hostile) => keepConnections(hostile, 2100, () => undefined),
  '200 bodies, drop by drop': (hostile) => drip(hostile, post(1_000_000, '{'), ' '),
  '200 headers, drop by drop': (hostile) =>
    drip(hostile, 'GET / HTTP/1.1\r\nHost: localhost\r\n', 'X: y\r\n'),
  '200 readers who take nothing': (hostile, { lesson }) =>
    keepConnections(hostile, 200, (socket) => socket.pause().write(get(lesson))),
  'cached pages, as fast as they come': (hostile) => flood(hostile, get('/', brotli)),
  'robots.txt, as fast as it comes': (hostile) => flood(hostile, get('/robots.txt')),
  'unknown expectations': (hostile) => flood(hostile, get('/', 'Expect: the best')),
  'new connections, as fast as they open': (hostile) =>
    keepConnections(hostile, 100, (socket) => {
      socket.write(get('/', brotli));
      socket.once('data', () => socket.destroy());
    }),
  'cached pages without compression, on 1,500 connections': send(() => get('/'), 1500),
  'a thousand connections, each for one page without compression': (hostile) =>
    keepConnections(hostile, 1000, (socket) => socket.resume().write(get('/', 'Connection: close')), 0),
  'a crawl of every link by 50 clients': crawl,

  // Pages that do not exist.
  'unknown lessons': browse(() => `/lesson/${unknownId()}`),
  'pages that a lesson does not have': browse(
    ({ book }) => `/lesson/${book.id}/${book.pages + 1 + (count++ % 90_000)}`,
  ),
  'unknown short addresses': browse(() => `/en/${unknownId()}`),
  'unknown share pictures': browse(() => `/share/lesson-${unknownId()}-en-0123456789.jpg`),
  'unknown covers': browse(() => `/lesson/${unknownId()}/cover-600.jpg`),
  'pictures of unknown pages': browse(() => `/lesson/${unknownId()}/1-800.webp`),
  'unknown PDFs': browse(() => `/lesson/${unknownId()}.pdf`),
  'unknown posters': browse(() => `/lesson/${unknownId()}/poster`),
  'feeds of unknown categories': browse(() => `/feed.xml?category=${unknownId()}`),
  'new searches in the catalog': browse(() => `/opds/search?q=${word()}+${fresh()}`),
  'pages of the catalog': browse(() => `/opds/v2/all?page=${1 + (count++ % 9999)}`),
  'health and metrics': browse(() => (count++ % 2 ? '/health' : '/metrics')),

  // Headers and addresses of thousands of parts.
  'accepted encodings in thousands of parts': send(() => get('/', `Accept-Encoding: ${fill(',')}${fresh()}`)),
  'known versions in thousands of parts': send(() =>
    get('/', brotli, `If-None-Match: ${fill('W/"",')}"${fresh()}"`),
  ),
  'cookies of 15 kB': send(() => get('/', brotli, `Cookie: ${fill('a=b; ')}${fresh()}`)),
  'thousands of headers': send(() =>
    get('/', brotli, ...Array.from({ length: 1900 }, (_, at) => `a${at}:`), `b: ${fresh()}`),
  ),
  'forwarded addresses in thousands of parts': send(() =>
    get('/', brotli, `X-Forwarded-For: ${fill('1.1.1.1,')}${fresh()}`),
  ),
  'rows with thousands of parameters': send(() => get(`${rows}${fill('&a')}${fresh()}`)),
  'rows with thousands of queries': send(() => get(`${rows}${fill('&queries[]=1')}${fresh()}`)),
  'rows with the most queries that are read': send(() =>
    get(`${rows}${'&queries[]=1'.repeat(240)}${fresh()}`),
  ),
  'pages with thousands of parameters': send(() => get(`/?${fill('a&')}${fresh()}`)),
  'pages with the most parameters that are read': send(() => get(`/?${'a&'.repeat(248)}${fresh()}`)),
  'a search of 5,000 letters': send(() => get(`/?search=${fresh()}${fill('%D8%A7')}`)),
  'the longest search that is read': send(() => get(`/?in=text&search=${fresh()}${'%20%D8%A7'.repeat(448)}`)),
  'a search of 2,500 words': send(() => get(`/?in=text&search=${fresh()}%20${fill('%D8%A7%20')}`)),
  'an address of 15 kB': send(() => get(`/${fill('a/')}${fresh()}`)),
  'an address of 1,000 letters': send(() => get(`/${fresh()}${'/a'.repeat(490)}`)),
  'an address of wrong escapes': send(() => get(`/lesson/${fresh()}${'%F'.repeat(480)}`)),
  'ranges in thousands of parts': send(({ lesson }) =>
    get(lesson, `Range: bytes=${fill('0-0,')}1-1${count++}`),
  ),
  preflights: send(() =>
    get(rows, 'Origin: https://elsewhere.example', 'Access-Control-Request-Method: PATCH').replace(
      'GET',
      'OPTIONS',
    ),
  ),
  'unknown hosts': send(() => get(rows).replace('localhost', `h${fresh()}.example`)),
};

/** Follows every link of every page, in a random order. */
async function crawl(hostile: Hostile): Promise<void> {
  const links = new Set(['/', '/?lang=ar']);
  const follow = async () => {
    while (!hostile.signal.aborted) {
      const paths = [...links];
      const path = paths[Math.floor(Math.random() * paths.length)] ?? '/';
      const page = await readPage(hostile, path).catch(() => '');
      for (const [, href = ''] of page.matchAll(/href="(\/[^"#]*)"/g))
        if (links.size < 20_000) links.add(href.replaceAll('&amp;', '&'));
    }
  };
  await Promise.all(Array.from({ length: 50 }, follow));
}

async function readPage(hostile: Hostile, path: string): Promise<string> {
  const socket = dial(hostile);
  socket.end(get(encodeURI(decodeURI(path)), 'Connection: close'));
  return Buffer.concat(await socket.toArray()).toString();
}
