import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Attack } from './attacks.ts';
import { get, type Hostile, keepBusy, pour } from './raw.ts';

let made = 0;
/** An id that no row has. */
const nobody = () => randomBytes(10).toString('hex');
const words = ['prayer', 'travellers', 'ruling', 'lesson', 'الصلاة', 'العلم', 'التوحيد', 'الصيام'];
const word = () => words[Math.floor(Math.random() * words.length)] ?? '';

/** Asks one thing after the other on each of 200 connections. */
const ask = (path: () => string) => (hostile: Hostile) =>
  keepBusy(hostile, 200, (socket) => {
    const more = () => socket.write(get(encodeURI(path()), 'Accept-Encoding: br'));
    more();
    socket.on('data', more);
  });

/** Requests for lessons, feeds and catalogs, each for something never requested before. */
export const readingAttacks: Attack[] = [
  { name: 'lessons that there are not', run: ask(() => `/lesson/${nobody()}`) },
  {
    name: 'pages that a lesson does not have',
    run: (hostile, { book }) =>
      ask(() => `/lesson/${book.id}/${book.pages + 1 + (made++ % 90_000)}`)(hostile),
  },
  { name: 'short addresses of nothing', run: ask(() => `/en/${nobody()}`) },
  { name: 'pictures to share of nothing', run: ask(() => `/share/lesson-${nobody()}-en-0123456789.jpg`) },
  { name: 'covers of nothing', run: ask(() => `/lesson/${nobody()}/cover-600.jpg`) },
  { name: 'pictures of pages of nothing', run: ask(() => `/lesson/${nobody()}/1-800.webp`) },
  { name: 'PDFs that there are not', run: ask(() => `/lesson/${nobody()}.pdf`) },
  { name: 'posters of nothing', run: ask(() => `/lesson/${nobody()}/poster`) },
  { name: 'feeds of categories that there are not', run: ask(() => `/feed.xml?category=${nobody()}`) },
  { name: 'new searches in a catalogue', run: ask(() => `/opds/search?q=${word()}+${made++}`) },
  { name: 'pages of a catalogue', run: ask(() => `/opds/v2/all?page=${1 + (made++ % 9999)}`) },
  { name: 'new searches inside the lessons', run: ask(() => `/?search=${word()}+${made++}&in=text`) },
  {
    name: 'common words inside the lessons',
    run: ask(() => `/?search=${word()}+${word()}&in=text&page=${1 + (made++ % 500)}`),
  },
  {
    name: 'all words of all lessons, read and unread',
    run: async (hostile) => {
      const asked = (socket: Socket) => {
        const query = encodeURIComponent(
          JSON.stringify({ method: 'limit', values: [4000 + (made++ % 1000)] }),
        );
        const path = `/v1/tablesdb/library/tables/pages/rows?project=minbar&queries[]=${query}`;
        socket.write(get(path, 'Connection: close'));
      };
      await Promise.all([
        keepBusy(hostile, 10, (socket) => asked(socket.resume())),
        keepBusy(hostile, 10, (socket) => asked(socket.pause())),
      ]);
    },
  },
  { name: 'how the site is, and its measurements', run: ask(() => (made++ % 2 ? '/health' : '/metrics')) },
  {
    name: 'robots.txt, as fast as it comes',
    run: (hostile) => keepBusy(hostile, 200, (socket) => pour(socket.resume(), () => get('/robots.txt'))),
  },
];
