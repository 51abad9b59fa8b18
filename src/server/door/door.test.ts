import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#backend/errors.ts';
import type { Visit } from '#backend/visit.ts';
import { languages } from '#contract/language.ts';
import { visitorTexts } from '../messages/visitor-texts.ts';
import { createDoor, type Door } from './door.ts';

let door: Door;
let server: Server;
let clients: Socket[];
let live: string[];
/** Whose requests have been begun, in their order. */
let begun: (string | undefined)[];
/** What a request costs. */
let work: (visit: Visit) => void;

beforeEach(async () => {
  [clients, live, begun, work] = [[], [], [], (visit) => visit.pass()];
  door = createDoor({
    trustProxy: 'off',
    width: 1,
    headers: { 'X-Frame-Options': 'DENY' },
  });
  server = createServer(door.options);
  door.guard(server, {
    answer(request, response, admit) {
      begun.push(request.socket.remoteAddress);
      if (request.url === '/known') response.end('known');
      else {
        admit((visit) => {
          try {
            work(visit);
            response.end('here');
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            response.writeHead(error.code, { 'Retry-After': error.values.retryAfter ?? '' }).end('later');
          }
        });
      }
    },
    isLive: ({ url, headers }) => url === '/live' && headers.upgrade === 'websocket',
    live: (_request, socket) => {
      live.push('open');
      socket.on('close', () => live.push('closed'));
      socket.on('end', () => socket.end()).resume();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  vi.useRealTimers();
  for (const client of clients) client.destroy();
  server.close().closeAllConnections();
  door.close();
});

function come(localAddress = '127.0.0.1'): Socket {
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  clients.push(client);
  return client;
}
/** All that is answered to `words` until the connection ends. */
async function answers(words: string, localAddress?: string): Promise<string> {
  const client = come(localAddress);
  client.end(words);
  return text(client);
}
/** The answer to one question, whoever asks it waiting as long as it takes. */
async function ask(path: string, localAddress: string): Promise<string> {
  const client = come(localAddress);
  client.write(get(path, 'Connection: close\r\n'));
  return text(client);
}
const get = (path = '/', more = '') => `GET ${path} HTTP/1.1\r\nHost: example.org\r\n${more}\r\n`;
const upgrade = (to: string) => `Connection: Upgrade\r\nUpgrade: ${to}\r\n`;

describe('a request', () => {
  test.each(['/', '/v1/anything', '/assets/x.js', '/live'])(
    'of %s names one valid host, or is 400',
    async (path) => {
      const first = `GET ${path} HTTP/1.1\r\n`;
      for (const hosts of [
        '',
        'Host: a\r\nHost: b\r\n',
        'Host: a\r\nhOST: a\r\n',
        'Host: a/b\r\n',
        'Host: a b\r\n',
        'Host: \r\n',
        'Host: a@b\r\n',
      ]) {
        expect(await answers(`${first}${hosts}\r\n`)).toMatch(/^HTTP\/1.1 400 /);
      }
      for (const host of ['example.org', 'example.org:8080', '[::1]:3000', '127.0.0.1']) {
        expect(await answers(`${first}Host: ${host}\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
      }
    },
  );

  test.each([
    [
      'a live path with two hosts',
      'GET /live HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      400,
    ],
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['a path of 1,001 characters', get(`/${'a'.repeat(1000)}`), 414],
    ['a query of 251 parameters', get(`/?${'a&'.repeat(250)}`), 414],
    ['a live path of 251 parameters', get(`/live?${'a&'.repeat(250)}`, upgrade('websocket')), 414],
    ['headers without end', get('/', `X: ${'x'.repeat(20_000)}\r\n`), 431],
  ])('that is %s is refused with the headers of every answer', async (_name, words, status) => {
    const answer = await answers(words);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('X-Frame-Options: DENY');
    expect(live).toEqual([]);
  });

  test.each([
    ['that names two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['with an address that is too long', get(`/${'a'.repeat(1000)}`), 414],
  ] as const)('%s is told so in both languages', async (_name, words, status) => {
    const answer = await answers(words);
    for (const language of languages) expect(answer).toContain(visitorTexts[language].requestFaults[status]);
  });

  test.each([`/${'a'.repeat(999)}`, `/?${'a&'.repeat(249)}`, `/?a=${'a'.repeat(15_000)}`])(
    'that is just not too long is answered',
    async (path) => {
      expect(await answers(get(path))).toMatch(/^HTTP\/1.1 200 /);
    },
  );

  test('that expects what nobody has is answered as any other', async () => {
    expect(await answers(get('/', 'Expect: the best\r\n'))).toMatch(/^HTTP\/1.1 200 [\s\S]*here$/);
    const refused = await answers('GET / HTTP/1.1\r\nHost: a b\r\nExpect: the best\r\n\r\n');
    expect(refused).toMatch(/^HTTP\/1.1 400 [\s\S]*X-Frame-Options: DENY/);
  });

  test('is the last of its connection when it is the thousandth', async () => {
    const client = come();
    const answered = { count: 0, last: '' };
    client.on('data', (bytes) => {
      answered.count += 1;
      answered.last = String(bytes);
      client.write(get());
    });
    client.write(get());
    await once(client, 'close');
    expect(answered.count).toBe(1000);
    expect(answered.last).toContain('Connection: close');
  });
});

describe('an upgrade', () => {
  test.each(['websocket', 'h2c', 'anything'])(
    'to %s of a page is ignored: the page is answered',
    async (protocol) => {
      expect(await answers(get('/', upgrade(protocol)))).toMatch(/^HTTP\/1.1 200 [\s\S]*here$/);
    },
  );

  test.each([
    ['a page', '/'],
    ['what is live', '/live'],
  ])('of %s may be broken off at any time', async (_name, path) => {
    for (const leave of ['resetAndDestroy', 'destroy', 'end'] as const) {
      const client = come();
      const served = once(server, path === '/live' ? 'upgrade' : 'request');
      client.write(get(path, upgrade('websocket')));
      await served;
      client[leave]();
    }
    const closed = () => live.filter((each) => each === 'closed').length;
    await expect.poll(closed).toBe(path === '/live' ? 3 : 0);
    expect(await answers(get())).toContain('here');
  });
});

describe('an address', () => {
  test('that has used up its share is told when to come back, and others notice nothing', async () => {
    work = (visit) => visit.pass(7500);
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await ask('/', '127.0.0.2')).slice(9, 12));
    expect(statuses).toEqual(['200', '200', '200', '429']);
    expect(await ask('/', '127.0.0.2')).toMatch(/Retry-After: \d+/);
    expect(await ask('/known', '127.0.0.2')).toContain('known');
    work = (visit) => visit.pass();
    expect(await ask('/', '127.0.0.3')).toContain('here');
  });

  test('pays for every question, also for one that needs no work, and not for what is known', async () => {
    // The clock stands, so that nothing comes back.
    vi.useFakeTimers({ toFake: ['performance'] });
    work = (visit) => visit.pass(19_999);
    expect(await ask('/', '127.0.0.7')).toContain('here');
    work = () => undefined;
    for (let times = 0; times < 10; times += 1) expect(await ask('/known', '127.0.0.7')).toContain('known');
    for (let times = 0; times < 2; times += 1) expect(await ask('/', '127.0.0.7')).toContain('here');
    work = (visit) => visit.pass();
    expect(await ask('/', '127.0.0.7')).toContain('later');
  });

  test('pays for what its question takes at once, counted or not', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    work = (visit) => {
      visit.pass();
      vi.advanceTimersByTime(22_000);
    };
    expect(await ask('/', '127.0.0.8')).toContain('here');
    expect(await ask('/', '127.0.0.8')).toContain('later');
  });

  describe.each(['/', '/known'])('that asks on a hundred connections at once for %s', (path) => {
    let crowd: Socket[];
    beforeEach(async () => {
      let accepted = 0;
      server.on('connection', () => (accepted += 1));
      crowd = Array.from({ length: 100 }, () => come('127.0.0.9'));
      await expect.poll(() => accepted).toBe(100);
    });
    const write = (client: Socket) => client.write(get(path, 'Connection: close\r\n'));
    const answered = () => Promise.all(clients.map(text));

    test('has a bounded number begun in a turn of the event loop', async () => {
      let [most, before, open] = [0, 0, true];
      const look = () => {
        [most, before] = [Math.max(most, begun.length - before), begun.length];
        if (open) setImmediate(look);
      };
      look();
      for (const client of crowd) write(client);
      const right = expect.stringContaining(path === '/' ? 'here' : 'known');
      expect(await answered()).toEqual(Array(100).fill(right));
      open = false;
      expect(most).toBeGreaterThan(1);
      expect(most).toBeLessThanOrEqual(16);
    });

    test('is begun in turn with whoever comes after it', async () => {
      const other = come('127.0.0.10');
      await once(other, 'connect');
      for (const client of crowd) write(client);
      write(other);
      await answered();
      expect(begun).toHaveLength(101);
      expect(begun.indexOf('127.0.0.10')).toBeLessThan(50);
    });
  });

  test('is not made another by a header', async () => {
    work = (visit) => expect(visit.address).toBe('127.0.0.4');
    expect(
      await answers(get('/', 'X-Forwarded-For: 127.0.0.1\r\nForwarded: for=127.0.0.1\r\n'), '127.0.0.4'),
    ).toContain('here');
  });

  test('that sends heaps of requests ahead is not read for a while', async () => {
    const isRead = async () => (await answers(get(), '127.0.0.5').catch(() => '')).includes('here');
    expect(await isRead()).toBe(true);
    for (let tries = 0; tries < 20; tries += 1) {
      await answers(get().repeat(100), '127.0.0.5').catch(() => '');
    }
    expect(await isRead()).toBe(false);
    expect(await answers(get(), '127.0.0.6')).toContain('here');
  });
});
