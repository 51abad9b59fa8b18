import type { Attack } from './attacks.ts';
import { get, type Hostile, keepBusy, pour } from './raw.ts';

/** Sends words, and again whenever something is answered, on each of 200 connections. */
const send = (words: (hostile: Hostile) => string) => (hostile: Hostile) =>
  keepBusy(hostile, 200, (socket) => {
    const more = () => socket.write(words(hostile));
    more();
    socket.on('data', more);
  });

const rows = '/v1/tablesdb/library/tables/files/rows?project=minbar';
/** A header or an address as long as Node takes one. */
const parts = (part: string) => part.repeat(Math.floor(15_000 / part.length));
let made = 0;
/** Requests never sent before: a cached answer costs nothing. */
const anew = () => (made++).toString(36);

/** Requests that are longer or stranger than any browser's. */
export const strangeAttacks: Attack[] = [
  {
    name: 'what it accepts, in thousands of parts',
    run: send(() => get('/', `Accept-Encoding: ${parts(',')}${anew()}`)),
  },
  {
    name: 'what it has already, in thousands of parts',
    run: send(() => get('/', 'Accept-Encoding: br', `If-None-Match: ${parts('W/"",')}"${anew()}"`)),
  },
  {
    name: 'cookies of 15 kB',
    run: send(() => get('/', 'Accept-Encoding: br', `Cookie: ${parts('a=b; ')}${anew()}`)),
  },
  {
    name: 'thousands of headers',
    run: send(() =>
      get('/', 'Accept-Encoding: br', ...Array.from({ length: 1900 }, (_, at) => `a${at}:`), `b: ${anew()}`),
    ),
  },
  {
    name: 'whom proxies heard, in thousands of parts',
    run: send(() => get('/', 'Accept-Encoding: br', `X-Forwarded-For: ${parts('1.1.1.1,')}${anew()}`)),
  },
  { name: 'rows asked with thousands of parameters', run: send(() => get(`${rows}${parts('&a')}${anew()}`)) },
  {
    name: 'rows asked with thousands of queries',
    run: send(() => get(`${rows}${parts('&queries[]=1')}${anew()}`)),
  },
  { name: 'pages asked with thousands of parameters', run: send(() => get(`/?${parts('a&')}${anew()}`)) },
  {
    name: 'rows asked with all queries that are read',
    run: send(() => get(`${rows}${'&queries[]=1'.repeat(240)}${anew()}`)),
  },
  {
    name: 'pages asked with all parameters that are read',
    run: send(() => get(`/?${'a&'.repeat(248)}${anew()}`)),
  },
  { name: 'a search of 5,000 letters', run: send(() => get(`/?search=${anew()}${parts('%D8%A7')}`)) },
  {
    name: 'the longest search that is read',
    run: send(() => get(`/?in=text&search=${anew()}${'%20%D8%A7'.repeat(448)}`)),
  },
  {
    name: 'a search of 2,500 words',
    run: send(() => get(`/?in=text&search=${anew()}%20${parts('%D8%A7%20')}`)),
  },
  { name: 'an address of 15 kB', run: send(() => get(`/${parts('a/')}${anew()}`)) },
  { name: 'an address of 1,000 letters', run: send(() => get(`/${anew()}${'/a'.repeat(490)}`)) },
  { name: 'an address of wrong escapes', run: send(() => get(`/lesson/${anew()}${'%F'.repeat(480)}`)) },
  {
    name: 'ranges in thousands of parts',
    run: (hostile, { lesson }) =>
      send(() => get(lesson, `Range: bytes=${parts('0-0,')}1-1${made++}`))(hostile),
  },
  {
    name: 'expectations that nobody meets',
    run: (hostile) =>
      keepBusy(hostile, 200, (socket) => pour(socket.resume(), () => get('/', 'Expect: the best'))),
  },
  {
    name: 'preflights',
    run: send(() =>
      get(rows, 'Origin: https://elsewhere.example', 'Access-Control-Request-Method: PATCH').replace(
        'GET',
        'OPTIONS',
      ),
    ),
  },
  {
    name: 'only the headers of new searches',
    run: send(() => get(`/?search=strange${anew()}`).replace('GET', 'HEAD')),
  },
  {
    name: 'hosts that nobody has',
    run: send(() => get(rows).replace('localhost', `h${anew()}.example`)),
  },
  {
    name: 'texts that contain a hundred texts',
    run: send(() =>
      get(
        `/v1/tablesdb/library/tables/pages/rows?project=minbar&queries[]=${encodeURIComponent(JSON.stringify({ method: 'contains', attribute: 'text', values: Array.from({ length: 100 }, () => Math.random().toString(36)) }))}`,
      ),
    ),
  },
];
