import { once } from 'node:events';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { languages } from '#contract/language.ts';
import { visitorTexts } from '#site/messages/visitor-texts.ts';
import { requestText, startGuardedServer } from '../../../tests/support/guarded-server.ts';

const guarded = startGuardedServer();
const upgrade = (to: string) => `Connection: Upgrade\r\nUpgrade: ${to}\r\n`;

test('an untrusted proxy is reported once', async () => {
  await guarded.send(requestText('/'));
  expect(guarded.untrustedReports).toBe(0);
  for (const client of ['192.0.2.1', '192.0.2.2'])
    await guarded.send(requestText('/', `X-Forwarded-For: ${client}\r\n`));
  expect(guarded.untrustedReports).toBe(1);
});

describe('a request', () => {
  test.each(['/', '/v1/anything', '/assets/x.js', '/live'])(
    'of %s is refused with 400 unless it has one valid host',
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
        expect(await guarded.send(`${first}${hosts}\r\n`)).toMatch(/^HTTP\/1.1 400 /);
      }
      for (const host of ['example.org', 'example.org:8080', '[::1]:3000', '127.0.0.1']) {
        expect(await guarded.send(`${first}Host: ${host}\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
      }
    },
  );

  test.each([
    [
      'a live path with two hosts',
      'GET /live HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      400,
    ],
    ['text that is not HTTP', 'hello\r\n\r\n', 400],
    ['a path of 1,001 characters', requestText(`/${'a'.repeat(1000)}`), 414],
    ['a query of 251 parameters', requestText(`/?${'a&'.repeat(250)}`), 414],
    ['a search of a page of 4,097 characters', requestText(`/?search=${'a'.repeat(4089)}`), 414],
    ['a live path of 251 parameters', requestText(`/live?${'a&'.repeat(250)}`, upgrade('websocket')), 414],
    ['endless headers', requestText('/', `X: ${'x'.repeat(20_000)}\r\n`), 431],
  ])('is refused with the security headers: %s', async (_name, text, status) => {
    const response = await guarded.send(text);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(response).toContain('X-Frame-Options: DENY');
    expect(guarded.liveEvents).toEqual([]);
  });

  test.each([
    ['that names two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['with an address that is too long', requestText(`/${'a'.repeat(1000)}`), 414],
  ] as const)('%s is refused with an explanation in both languages', async (_name, text, status) => {
    const response = await guarded.send(text);
    for (const language of languages)
      expect(response).toContain(visitorTexts[language].requestFaults[status]);
  });

  test.each([
    `/${'a'.repeat(999)}`,
    `/?${'a&'.repeat(249)}`,
    `/?a=${'a'.repeat(4093)}`,
    `/v1/?a=${'a'.repeat(15_000)}`,
  ])('within the limits is accepted', async (path) => {
    expect(await guarded.send(requestText(path))).toMatch(/^HTTP\/1.1 200 /);
  });

  test('with an unknown Expect header is served normally', async () => {
    expect(await guarded.send(requestText('/', 'Expect: the best\r\n'))).toMatch(
      /^HTTP\/1.1 200 [\s\S]*here$/,
    );
    const refusal = await guarded.send('GET / HTTP/1.1\r\nHost: a b\r\nExpect: the best\r\n\r\n');
    expect(refusal).toMatch(/^HTTP\/1.1 400 [\s\S]*X-Frame-Options: DENY/);
  });

  test('that is the thousandth on its connection is the last', async () => {
    const client = guarded.open();
    const responses = { count: 0, last: '' };
    client.on('data', (bytes) => {
      responses.count += 1;
      responses.last = String(bytes);
      client.write(requestText());
    });
    client.write(requestText());
    await once(client, 'close');
    expect(responses.count).toBe(1000);
    expect(responses.last).toContain('Connection: close');
  });
});

describe('an upgrade', () => {
  test.each(['websocket', 'h2c', 'anything'])(
    'to %s is ignored on a page, which is served normally',
    async (protocol) => {
      expect(await guarded.send(requestText('/', upgrade(protocol)))).toMatch(/^HTTP\/1.1 200 [\s\S]*here$/);
    },
  );

  test.each([
    ['a page', '/'],
    ['a live path', '/live'],
  ])('of %s can be aborted in any way', async (_name, path) => {
    for (const leave of ['resetAndDestroy', 'destroy', 'end'] as const) {
      const client = guarded.open();
      const requestArrived = once(guarded.server, path === '/live' ? 'upgrade' : 'request');
      client.write(requestText(path, upgrade('websocket')));
      await requestArrived;
      client[leave]();
    }
    const countClosed = () => guarded.liveEvents.filter((state) => state === 'closed').length;
    await expect.poll(countClosed).toBe(path === '/live' ? 3 : 0);
    expect(await guarded.send(requestText())).toContain('here');
  });
});

describe('an address', () => {
  describe.each(['/', '/cached'])('with 100 simultaneous connections that request %s', (path) => {
    let sockets: Socket[];
    beforeEach(async () => {
      let accepted = 0;
      guarded.server.on('connection', () => (accepted += 1));
      sockets = Array.from({ length: 100 }, () => guarded.open('127.0.0.9'));
      await expect.poll(() => accepted).toBe(100);
    });
    const write = (client: Socket) => client.write(requestText(path, 'Connection: close\r\n'));
    const allResponses = () => Promise.all(guarded.clients.map(text));

    test.each([
      ['', 16, () => undefined],
      // Each tick accepts one connection, so a client behind many others must wait for all of them.
      [
        ', fewer while connections are pending',
        4,
        () => guarded.server.emit('connection', new PassThrough()),
      ],
    ])('starts a limited number of requests per tick%s', async (_name, limit, duringTick) => {
      let [maxStarted, startedBefore, isOpen] = [0, 0, true];
      const observe = () => {
        if (!isOpen) return;
        maxStarted = Math.max(maxStarted, guarded.started.length - startedBefore);
        startedBefore = guarded.started.length;
        duringTick();
        setImmediate(observe);
      };
      observe();
      for (const client of sockets) write(client);
      const completeResponse = expect.stringContaining(path === '/' ? 'here' : 'cached');
      expect(await allResponses()).toEqual(Array(100).fill(completeResponse));
      isOpen = false;
      expect(maxStarted).toBeGreaterThan(1);
      expect(maxStarted).toBeLessThanOrEqual(limit);
    });

    test('does not keep a later client of another address waiting until the end', async () => {
      const lateClient = guarded.open('127.0.0.10');
      await once(lateClient, 'connect');
      for (const client of sockets) write(client);
      write(lateClient);
      await allResponses();
      expect(guarded.started).toHaveLength(101);
      expect(guarded.started.indexOf('127.0.0.10')).toBeLessThan(50);
    });
  });

  test('cannot be changed by a header', async () => {
    guarded.work = (client) => expect(client.address).toBe('127.0.0.4');
    expect(
      await guarded.send(
        requestText('/', 'X-Forwarded-For: 127.0.0.1\r\nForwarded: for=127.0.0.1\r\n'),
        '127.0.0.4',
      ),
    ).toContain('here');
  });

  test('is blocked after pipelining too many requests 40 times, but not after 10', async () => {
    // With a stopped clock, no budget is refilled.
    vi.useFakeTimers({ toFake: ['performance'] });
    const isRead = async () =>
      (await guarded.send(requestText(), '127.0.0.5').catch(() => '')).includes('here');
    const pipelineTooMany = async (count: number) => {
      for (let attempt = 0; attempt < count; attempt += 1)
        await guarded.send(requestText().repeat(100), '127.0.0.5').catch(() => '');
    };
    await pipelineTooMany(10);
    expect(await isRead()).toBe(true);
    await pipelineTooMany(30);
    expect(await isRead()).toBe(false);
    expect(await guarded.send(requestText(), '127.0.0.6')).toContain('here');
  });
});

describe('an address', () => {
  test('that has used up its budget gets a Retry-After, and others are unaffected', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    guarded.work = (client) => client.charge(7500);
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await guarded.fetch('/', '127.0.0.2')).slice(9, 12));
    expect(statuses).toEqual(['200', '200', '200', '429']);
    expect(await guarded.fetch('/', '127.0.0.2')).toMatch(/Retry-After: \d+/);
    expect(await guarded.fetch('/cached', '127.0.0.2')).toContain('cached');
    guarded.work = (client) => client.charge();
    expect(await guarded.fetch('/', '127.0.0.3')).toContain('here');
  });

  test('is charged for every request except cached ones, even if the request needs no work', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    guarded.work = (client) => client.charge(19_999);
    expect(await guarded.fetch('/', '127.0.0.7')).toContain('here');
    guarded.work = () => undefined;
    for (let times = 0; times < 10; times += 1)
      expect(await guarded.fetch('/cached', '127.0.0.7')).toContain('cached');
    for (let times = 0; times < 2; times += 1)
      expect(await guarded.fetch('/', '127.0.0.7')).toContain('here');
    guarded.work = (client) => client.charge();
    expect(await guarded.fetch('/', '127.0.0.7')).toContain('later');
  });

  test('is charged for the CPU time of synchronous work, in addition to explicit charges', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    let usedMs = 0;
    const cpuSpy = vi.spyOn(process, 'threadCpuUsage');
    onTestFinished(() => cpuSpy.mockRestore());
    cpuSpy.mockImplementation(() => ({ user: usedMs * 1000, system: 0 }));
    guarded.work = (client) => {
      client.charge();
      usedMs += 22_000;
    };
    expect(await guarded.fetch('/', '127.0.0.8')).toContain('here');
    expect(await guarded.fetch('/', '127.0.0.8')).toContain('later');
  });
});
