import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { LibraryFile } from '../src/contract/rows.ts';

/** A lesson with more pages than the site can draw during an attack. */
export type Book = LibraryFile & { pages: number };

type Attack = () => void;

/** Arguments: the attack, the site's address, the local address of all connections, and a lesson to attack. */
const [name = '', siteUrl = 'http://localhost', localAddress = '', bookText = '{}'] = import.meta.main
  ? process.argv.slice(2)
  : [];
const { hostname: host, port } = new URL(siteUrl);
const book: Book = JSON.parse(bookText);

let count = 0;
/** Returns a text that was never requested before, because a cached response would cause no work. */
const uniqueText = () => `${process.pid.toString(36)}${(count++).toString(36)}`;
const unknownId = () => randomBytes(10).toString('hex');
const newSearch = () => `/?search=hostile%20${uniqueText()}`;
const anyPage = () => 1 + Math.floor(Math.random() * book.pages);
const words = ['prayer', 'travellers', 'ruling', 'lesson', 'الصلاة', 'العلم', 'التوحيد', 'الصيام'];
const word = () => encodeURIComponent(words[Math.floor(Math.random() * words.length)] ?? '');
const arabicLetters = 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي ';
const randomLetters = (length: number) =>
  Array.from(randomBytes(length), (byte) => arabicLetters[byte % arabicLetters.length]).join('');
const rows = '/v1/tablesdb/library/tables/files/rows?project=minbar';
const pages = '/v1/tablesdb/library/tables/pages/rows?project=minbar';
const query = (...queries: object[]) =>
  queries.map((item, index) => `&queries[${index}]=${encodeURIComponent(JSON.stringify(item))}`).join('');
const randomTexts = () => Array.from({ length: 100 }, () => randomBytes(4).toString('hex'));
/** Repeats a part up to 15,000 characters, just below Node's limit of 16 KiB for the address and all headers; ends with a unique text. */
const longText = (part: string, end = uniqueText()) => part.repeat(Math.floor(15_000 / part.length)) + end;

const brotli = 'Accept-Encoding: br';
const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`;
const post = (length: number, body: string) =>
  `POST ${rows} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
const listWords = () =>
  get(pages + query({ method: 'limit', values: [4000 + (count++ % 1000)] }), 'Connection: close');

/** Keeps raw connections open, whose data only `use` can read. Reopens a closed connection after `pauseMs`. */
const holdConnections =
  (connections: number, use: (socket: Socket) => void, pauseMs = 10): Attack =>
  () => {
    const open = () => {
      const socket = connect({ host, port: Number(port), localAddress }).once('connect', () => use(socket));
      socket.on('error', () => undefined).once('close', () => setTimeout(open, pauseMs));
    };
    for (let index = 0; index < connections; index += 1) open();
  };

/** Keeps live connections open and calls `use` on each every 5 ms. Reopens a closed connection after 10 ms. */
const holdLiveConnections =
  (connections: number, use: (socket: WebSocket) => void): Attack =>
  () => {
    const open = () => {
      const socket = new WebSocket(`ws://${host}:${port}/v1/realtime?project=minbar`, { localAddress });
      const timer = setInterval(() => socket.readyState === WebSocket.OPEN && use(socket), 5);
      socket
        .on('error', () => undefined)
        .once('close', () => {
          clearInterval(timer);
          setTimeout(open, 10);
        });
    };
    for (let index = 0; index < connections; index += 1) open();
  };

/** Sends a request on each connection, and the next one whenever data arrives. */
const send = (nextRequest: () => string, connections = 200): Attack =>
  holdConnections(connections, (socket) => {
    const sendNext = () => socket.write(nextRequest());
    sendNext();
    socket.on('data', sendNext);
  });

/** Requests pages as a browser does. */
const browse = (path: () => string): Attack => send(() => get(path(), brotli));

/** Writes a text repeatedly to each of 200 connections, as fast as the server reads it. */
const flood = (text: string): Attack =>
  holdConnections(200, (socket) => {
    const write = () => {
      if (!socket.destroyed) socket.resume().write(text, () => setImmediate(write));
    };
    write();
  });

/** Writes the beginning of a request to each of 200 connections, and then one piece every second. */
const drip = (beginning: string, piece: string): Attack =>
  holdConnections(200, (socket) => {
    socket.write(beginning);
    const timer = setInterval(() => socket.write(piece), 1000);
    socket.once('close', () => clearInterval(timer));
  });

/** Follows random links of the pages loaded so far, on 50 connections. */
function crawl(): void {
  const links = new Set(['/', '/?lang=ar']);
  const randomLink = () => [...links][Math.floor(Math.random() * links.size)] ?? '/';
  const follow = (socket: Socket) => {
    const { pathname, search } = new URL(randomLink(), 'http://localhost');
    let html = '';
    socket.setEncoding('utf8').on('data', (text) => {
      html += text;
    });
    socket.on('end', () => {
      for (const [, href = ''] of html.matchAll(/href="(\/[^"#]*)"/g))
        if (links.size < 20_000) links.add(href.replaceAll('&amp;', '&'));
    });
    socket.end(get(pathname + search, 'Connection: close'));
  };
  holdConnections(50, follow, 0)();
}

/** Attacks of a client without a key, by name. */
export const attacks: Record<string, Attack> = {
  // Requests that cause more work for the server than for the client.
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
  '4,000 searches on two connections that leave': holdConnections(2, (socket) => {
    socket.write(Array.from({ length: 2000 }, () => get(newSearch())).join(''));
    setTimeout(() => socket.destroy(), 500);
  }),
  '300 new searches at a time': send(() => get(newSearch()), 300),
  'the same, with a forged address': send(() => get(newSearch(), 'X-Forwarded-For: 127.0.0.1'), 300),
  'only the headers of new searches': send(() => get(newSearch()).replace('GET', 'HEAD')),
  'pictures of 2,000 pages, 200 at a time': send(() => {
    const picture = `${anyPage()}-${Math.random() < 0.5 ? 800 : 1600}.webp`;
    return get(`/lesson/${book.$id}/${picture}?v=${book.fileId}`);
  }),
  'pictures of quoted lines, 200 at a time': send(() => {
    const [first, lines] = [1 + Math.floor(Math.random() * 40), Math.floor(Math.random() * 12)];
    return get(`/lesson/${book.$id}/${anyPage()}-q${first}-${first + lines}.jpg`);
  }),
  'new searches in 2,000 pages, 50 at a time': send(
    () => get(`/lesson/${book.$id}/${anyPage()}?search=traveller%20${uniqueText()}`),
    50,
  ),
  'new searches in the text of a lesson': send(
    () => get(`/lesson/${book.$id}?as=text&search=traveller%20${uniqueText()}`),
    50,
  ),
  'archives of a category, 200 at a time': send(() => get(`/category/${book.category.$id}.zip`)),
  'archives of a category, never read': holdConnections(200, (socket) =>
    socket.pause().write(get(`/category/${book.category.$id}.zip`)),
  ),
  'texts that may be verses': browse(
    () => `/verses.json?search=${encodeURIComponent(randomLetters(250))}${uniqueText()}`,
  ),
  'new searches inside the lessons': browse(() => `/?search=${word()}+${uniqueText()}&in=text`),
  'common words inside the lessons': browse(
    () => `/?search=${word()}+${word()}&in=text&page=${1 + (count++ % 500)}`,
  ),
  'texts that contain a hundred texts': send(() =>
    get(pages + query({ method: 'contains', attribute: 'text', values: randomTexts() })),
  ),
  'all words of all lessons, read and unread': () => {
    holdConnections(10, (socket) => socket.resume().write(listWords()))();
    holdConnections(10, (socket) => socket.pause().write(listWords()))();
  },
  'deep and long JSON': send(() => post(400_000, '['.repeat(200_000) + ']'.repeat(200_000)), 20),
  'ranges of the largest lesson': send(() => {
    const first = Math.floor(Math.random() * 100_000);
    const furtherRanges = Array.from({ length: 200 }, (_, index) => `${index}-${index}`).join(',');
    return get(book.url, `Range: bytes=${first}-${first + 1},${furtherRanges}`);
  }, 50),

  // Connections that are numerous, silent, slow or fast, or whose responses are never read.
  'upgrades broken off': holdConnections(20, (socket) => {
    socket.write(get('/nowhere', 'Connection: Upgrade', 'Upgrade: websocket'));
    setTimeout(() => socket.resetAndDestroy(), 5);
  }),
  'small live messages without end': holdLiveConnections(20, (socket) => {
    for (let index = 0; index < 200; index += 1) socket.send('{"type":"ping"}');
  }),
  '120 live connections that never read': holdLiveConnections(120, (socket) => {
    const channels = ['x'.repeat(16_000)];
    socket.pause();
    if (socket.bufferedAmount < 1e6) socket.send(JSON.stringify({ type: 'subscribe', data: [{ channels }] }));
  }),
  'the home page requested 1,000 times ahead, never read': holdConnections(20, (socket) =>
    socket.pause().write(get('/').repeat(1000)),
  ),
  '2,100 silent connections': holdConnections(2100, () => undefined),
  '200 bodies, drop by drop': drip(post(1_000_000, '{'), ' '),
  '200 headers, drop by drop': drip('GET / HTTP/1.1\r\nHost: localhost\r\n', 'X: y\r\n'),
  '200 readers who take nothing': holdConnections(200, (socket) => socket.pause().write(get(book.url))),
  'cached pages, as fast as they come': flood(get('/', brotli)),
  'robots.txt, as fast as it comes': flood(get('/robots.txt')),
  'unknown expectations': flood(get('/', 'Expect: the best')),
  'new connections, as fast as they open': holdConnections(100, (socket) => {
    socket.write(get('/', brotli));
    socket.once('data', () => socket.destroy());
  }),
  'cached pages without compression, on 1,500 connections': send(() => get('/'), 1500),
  'a thousand connections, each for one page without compression': holdConnections(
    1000,
    (socket) => socket.resume().write(get('/', 'Connection: close')),
    0,
  ),
  'a crawl of every link by 50 clients': crawl,

  // Pages that do not exist.
  'unknown lessons': browse(() => `/lesson/${unknownId()}`),
  'pages that a lesson does not have': browse(
    () => `/lesson/${book.$id}/${book.pages + 1 + (count++ % 90_000)}`,
  ),
  'unknown short addresses': browse(() => `/en/${unknownId()}`),
  'unknown share pictures': browse(() => `/share/lesson-${unknownId()}-en-0123456789.jpg`),
  'unknown covers': browse(() => `/lesson/${unknownId()}/cover-600.jpg`),
  'pictures of unknown pages': browse(() => `/lesson/${unknownId()}/1-800.webp`),
  'unknown PDFs': browse(() => `/lesson/${unknownId()}.pdf`),
  'unknown posters': browse(() => `/lesson/${unknownId()}/poster`),
  'feeds of unknown categories': browse(() => `/feed.xml?category=${unknownId()}`),
  'new searches in the catalog': browse(() => `/opds/search?q=${word()}+${uniqueText()}`),
  'pages of the catalog': browse(() => `/opds/v2/all?page=${1 + (count++ % 9999)}`),
  'health and metrics': browse(() => (count++ % 2 ? '/health' : '/metrics')),

  // Headers and addresses with thousands of parts.
  'accepted encodings in thousands of parts': send(() => get('/', `Accept-Encoding: ${longText(',')}`)),
  'known versions in thousands of parts': send(() =>
    get('/', brotli, `If-None-Match: ${longText('W/"",', `"${uniqueText()}"`)}`),
  ),
  'cookies of 15 kB': send(() => get('/', brotli, `Cookie: ${longText('a=b; ')}`)),
  'thousands of headers': send(() =>
    get('/', brotli, ...Array.from({ length: 1900 }, (_, index) => `a${index}:`), `b: ${uniqueText()}`),
  ),
  'forwarded addresses in thousands of parts': send(() =>
    get('/', brotli, `X-Forwarded-For: ${longText('1.1.1.1,')}`),
  ),
  'rows with thousands of parameters': send(() => get(`${rows}${longText('&a')}`)),
  'rows with thousands of queries': send(() => get(`${rows}${longText('&queries[]=1')}`)),
  'rows with the most queries that are read': send(() =>
    get(`${rows}${'&queries[]=1'.repeat(240)}${uniqueText()}`),
  ),
  'pages with thousands of parameters': send(() => get(`/?${longText('a&')}`)),
  'pages with the most parameters that are read': send(() => get(`/?${'a&'.repeat(248)}${uniqueText()}`)),
  'a search of 5,000 letters': send(() => get(`/?search=${uniqueText()}${longText('%D8%A7')}`)),
  'the longest search that is read': send(() =>
    get(`/?in=text&search=${uniqueText()}${'%20%D8%A7'.repeat(448)}`),
  ),
  'a search of 2,500 words': send(() => get(`/?in=text&search=${uniqueText()}%20${longText('%D8%A7%20')}`)),
  'an address of 15 kB': send(() => get(`/${longText('a/')}`)),
  'an address of 1,000 letters': send(() => get(`/${uniqueText()}${'/a'.repeat(490)}`)),
  'an address of wrong escapes': send(() => get(`/lesson/${uniqueText()}${'%F'.repeat(480)}`)),
  'ranges in thousands of parts': send(() =>
    get(book.url, `Range: bytes=${longText('0-0,', `1-1${count++}`)}`),
  ),
  preflights: send(() =>
    get(rows, 'Origin: https://elsewhere.example', 'Access-Control-Request-Method: PATCH').replace(
      'GET',
      'OPTIONS',
    ),
  ),
  'unknown hosts': send(() => get(rows).replace('localhost', `h${uniqueText()}.example`)),
};

// Attacks until the process is killed.
if (import.meta.main) {
  attacks[name]?.();
  // Keeps the process running, because paused connections alone do not.
  setInterval(() => undefined, 60_000);
}
