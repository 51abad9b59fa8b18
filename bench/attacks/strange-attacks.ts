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

/** Requests that are longer or stranger than any browser's. */
export const strangeAttacks: Attack[] = [
  {
    name: 'what it accepts, in thousands of parts',
    run: send(() => get('/', `Accept-Encoding: ${parts(',')}`)),
  },
  {
    name: 'what it has already, in thousands of parts',
    run: send(() => get('/', 'Accept-Encoding: br', `If-None-Match: ${parts('W/"",')}`)),
  },
  { name: 'cookies of 15 kB', run: send(() => get('/', 'Accept-Encoding: br', `Cookie: ${parts('a=b; ')}`)) },
  {
    name: 'thousands of headers',
    run: send(() => get('/', 'Accept-Encoding: br', ...Array.from({ length: 1900 }, (_, at) => `a${at}:`))),
  },
  {
    name: 'whom proxies heard, in thousands of parts',
    run: send(() => get('/', 'Accept-Encoding: br', `X-Forwarded-For: ${parts('1.1.1.1,')}`)),
  },
  { name: 'rows asked with thousands of parameters', run: send(() => get(`${rows}${parts('&a')}`)) },
  { name: 'rows asked with thousands of queries', run: send(() => get(`${rows}${parts('&queries[]=1')}`)) },
  { name: 'pages asked with thousands of parameters', run: send(() => get(`/?${parts('a&')}`)) },
  {
    name: 'rows asked with all queries that are read',
    run: send(() => get(`${rows}${'&queries[]=1'.repeat(240)}`)),
  },
  { name: 'pages asked with all parameters that are read', run: send(() => get(`/?${'a&'.repeat(249)}`)) },
  { name: 'a search of 5,000 letters', run: send(() => get(`/?search=${parts('%D8%A7')}`)) },
  { name: 'a search of 2,500 words', run: send(() => get(`/?in=text&search=${parts('%D8%A7%20')}`)) },
  { name: 'an address of 15 kB', run: send(() => get(`/${parts('a/')}`)) },
  { name: 'an address of 1,000 letters', run: send(() => get(`/${'a/'.repeat(499)}`)) },
  { name: 'an address of wrong escapes', run: send(() => get(`/lesson/${'%F'.repeat(490)}`)) },
  {
    name: 'ranges in thousands of parts',
    run: (hostile, { lesson }) => send(() => get(lesson, `Range: bytes=${parts('0-0,')}1-1`))(hostile),
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
    run: (() => {
      let made = 0;
      return send(() => get(`/?search=strange${made++}`).replace('GET', 'HEAD'));
    })(),
  },
  {
    name: 'hosts that nobody has',
    run: (() => {
      let made = 0;
      return send(() => get(rows).replace('localhost', `h${made++}.example`));
    })(),
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
