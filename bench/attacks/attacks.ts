import { randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';
import type { Book } from './book.ts';
import { dial, get, type Hostile, keepBusy, pour, untilOver } from './raw.ts';

/** Addresses of the site that attacks request. */
export interface Target {
  readonly book: Book;
  /** Address of the bytes of the largest lesson. */
  readonly lesson: string;
}

export interface Attack {
  readonly name: string;
  readonly run: (hostile: Hostile, target: Target) => Promise<void>;
}

let made = 0;
/** A search that was never requested before. */
const newSearch = () => `/?search=${encodeURIComponent(`hostile ${process.pid} ${made++}`)}`;
const anyPage = ({ pages }: Book) => 1 + Math.floor(Math.random() * pages);
const rows = '/v1/tablesdb/library/tables/files/rows?project=minbar';
const query = (...queries: object[]) =>
  queries.map((one, at) => `&queries[${at}]=${encodeURIComponent(JSON.stringify(one))}`).join('');
const values = (count: number) => Array.from({ length: count }, () => randomBytes(4).toString('hex'));

/** Asks one thing after the other on each of `count` connections, each answer read. */
const ask = (count: number, words: () => string) => (hostile: Hostile) =>
  keepBusy(hostile, count, (socket) => {
    socket.write(words());
    socket.on('data', () => socket.write(words()));
  });

function live({ host, port, address, signal }: Hostile, count: number, use: (socket: WebSocket) => void) {
  const sockets = new Set<WebSocket>();
  const one = () => {
    if (signal.aborted) return;
    const url = `ws://${host}:${port}/v1/realtime?project=minbar`;
    const socket = new WebSocket(url, { localAddress: address });
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('open', () => use(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      setTimeout(one, 10);
    });
  };
  for (let at = 0; at < count; at += 1) one();
  return untilOver({ host, port, address, signal }).then(() => {
    for (const socket of sockets) socket.terminate();
  });
}

/** The attacks that the site's promises name, each by one client without a key. */
export const attacks: Attack[] = [
  {
    name: 'upgrades broken off',
    run: (hostile) =>
      keepBusy(hostile, 20, (socket) => {
        socket.write(get('/nowhere', 'Connection: Upgrade', 'Upgrade: websocket'));
        setTimeout(() => socket.resetAndDestroy(), 5);
      }),
  },
  {
    name: 'filters that no index answers',
    run: ask(20, () => get(rows + query({ method: 'contains', attribute: 'url', values: values(100) }))),
  },
  {
    name: 'names of files in a bucket',
    run: ask(20, () =>
      get(`/v1/storage/buckets/pdfs/files?project=minbar&search=${randomBytes(3).toString('hex')}`),
    ),
  },
  {
    name: 'lists of 5,000 rows in random order',
    run: ask(20, () => get(rows + query({ method: 'orderRandom' }, { method: 'limit', values: [5000] }))),
  },
  {
    name: '4,000 searches on two connections that leave',
    run: (hostile) =>
      keepBusy(hostile, 2, (socket) => {
        socket.write(Array.from({ length: 2000 }, () => get(newSearch())).join(''));
        setTimeout(() => socket.destroy(), 500);
      }),
  },
  { name: '300 new searches at a time', run: ask(300, () => get(newSearch())) },
  {
    name: 'the same, said to come from this machine',
    run: ask(300, () => get(newSearch(), 'X-Forwarded-For: 127.0.0.1')),
  },
  {
    name: 'small live messages without end',
    run: (hostile) =>
      live(hostile, 20, (socket) => {
        const more = () => {
          for (let at = 0; at < 200; at += 1) socket.send('{"type":"ping"}');
          if (socket.readyState === socket.OPEN) setTimeout(more, 5);
        };
        more();
      }),
  },
  {
    name: '120 live connections that never read',
    run: (hostile) =>
      live(hostile, 120, (socket) => {
        socket.pause();
        const long = JSON.stringify({ type: 'subscribe', data: [{ channels: ['x'.repeat(16_000)] }] });
        const more = () => {
          socket.send(long);
          if (socket.readyState === socket.OPEN && socket.bufferedAmount < 1e6) setTimeout(more, 5);
        };
        more();
      }),
  },
  {
    name: 'the home page asked ahead, never read',
    run: (hostile) =>
      keepBusy(hostile, 20, (socket) => {
        socket.pause();
        // 0.8 MB of requests in all.
        socket.write(get('/').repeat(1000));
      }),
  },
  { name: '2,100 silent connections', run: (hostile) => keepBusy(hostile, 2100, () => undefined) },
  {
    name: '200 bodies, drop by drop',
    run: (hostile) =>
      keepBusy(hostile, 200, (socket) => {
        socket.write(
          'POST /v1/tablesdb/library/tables/files/rows?project=minbar HTTP/1.1\r\nHost: localhost\r\n' +
            'Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{',
        );
        const drops = setInterval(() => socket.write(' '), 1000);
        socket.once('close', () => clearInterval(drops));
      }),
  },
  {
    name: '200 readers who take nothing',
    run: (hostile, { lesson }) =>
      keepBusy(hostile, 200, (socket) => {
        socket.pause();
        socket.write(get(lesson));
      }),
  },
  {
    name: '200 headers, drop by drop',
    run: (hostile) =>
      keepBusy(hostile, 200, (socket) => {
        socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
        const drops = setInterval(() => socket.write('X: y\r\n'), 1000);
        socket.once('close', () => clearInterval(drops));
      }),
  },
  {
    name: 'ranges of the largest lesson',
    run: (hostile, { lesson }) =>
      ask(50, () => {
        const first = Math.floor(Math.random() * 100_000);
        return get(
          lesson,
          `Range: bytes=${first}-${first + 1},${Array.from({ length: 200 }, (_, i) => `${i}-${i}`).join(',')}`,
        );
      })(hostile),
  },
  {
    name: 'deep and long JSON',
    run: (hostile) => {
      const body = '['.repeat(200_000) + ']'.repeat(200_000);
      const post = `POST /v1/tablesdb/library/tables/files/rows?project=minbar HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      return ask(20, () => post)(hostile);
    },
  },
  {
    name: 'pictures of 2,000 pages, 200 at a time',
    run: (hostile, { book }) =>
      ask(200, () => {
        const picture = `${anyPage(book)}-${Math.random() < 0.5 ? 800 : 1600}.webp`;
        return get(`/lesson/${book.id}/${picture}?v=${book.fileId}`);
      })(hostile),
  },
  {
    name: 'new searches in 2,000 pages, 50 at a time',
    run: (hostile, { book }) =>
      ask(50, () => get(`/lesson/${book.id}/${anyPage(book)}?search=traveller%20${made++}`))(hostile),
  },
  {
    name: 'kept pages, as fast as they come',
    run: (hostile) =>
      keepBusy(hostile, 200, (socket) => pour(socket.resume(), () => get('/', 'Accept-Encoding: br'))),
  },
  {
    name: 'new connections, as fast as they open',
    run: async (hostile) => {
      await keepBusy(hostile, 100, (socket) => {
        socket.write(get('/', 'Accept-Encoding: br'));
        socket.once('data', () => socket.destroy());
      });
    },
  },
  {
    name: 'kept pages unpacked, on 1,500 connections',
    run: ask(1500, () => get('/')),
  },
  {
    name: 'a thousand connections, each for one unpacked page',
    run: (hostile) =>
      keepBusy(hostile, 1000, (socket) => socket.resume().write(get('/', 'Connection: close')), 0),
  },
  { name: 'a crawl of every link by 50 clients', run: (hostile) => crawl(hostile, 50) },
];

/** Follows every link of every page, in a random order, for as long as it may. */
async function crawl(hostile: Hostile, clients: number): Promise<void> {
  const found = new Set(['/', '/?lang=ar']);
  const follow = async () => {
    while (!hostile.signal.aborted) {
      const paths = [...found];
      const path = paths[Math.floor(Math.random() * paths.length)] ?? '/';
      const page = await readPage(hostile, path).catch(() => '');
      for (const [, href = ''] of page.matchAll(/href="(\/[^"#]*)"/g)) {
        if (found.size < 20_000) found.add(href.replaceAll('&amp;', '&'));
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, follow));
}

function readPage(hostile: Hostile, path: string): Promise<string> {
  const socket = dial(hostile);
  socket.end(get(encodeURI(decodeURI(path)), 'Connection: close'));
  return socket
    .setEncoding('utf8')
    .toArray()
    .then((pieces) => pieces.join(''));
}
