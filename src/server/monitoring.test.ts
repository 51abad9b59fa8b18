import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  appleIconPaths,
  assetPath,
  catalogPath,
  catalogSearchPath,
  categoryZipHref,
  coverPath,
  embeddedEndpoint,
  embedHref,
  faviconPath,
  feedPaths,
  filePath,
  followHref,
  healthPath,
  homePath,
  iconPath,
  lessonPagePath,
  libraryPosterPath,
  livePath,
  manifestPath,
  openSearchPath,
  pagePicturePath,
  pdfPath,
  posterHref,
  quotePath,
  robotsPath,
  shareCardPath,
  shortPath,
  sitemapFilePath,
  sitemapPath,
  versesPath,
} from '#contract/urls.ts';
import { programVersion } from '#settings/folders.ts';
import { createHealth, createMonitoring } from './monitoring.ts';

const key = 'a-long-metrics-key';
const load = () => ({ waiting: 2, connections: 5 });
const options = { countLessons: async () => 7, dataDir: process.cwd(), load };

describe('health', () => {
  test('passes when library and disk are available', async () => {
    expect(await createHealth(options)()).toEqual({
      status: 'pass',
      version: programVersion,
      library: { available: true, lessons: 7 },
      disk: expect.stringMatching(/enough|low/),
      queue: { waiting: 2 },
    });
  });

  test('fails when the library does not respond, and omits the disk of a hosted library', async () => {
    const countLessons = () => Promise.reject(new Error('secret'));
    expect(await createHealth({ ...options, countLessons, dataDir: undefined })()).toEqual({
      status: 'fail',
      version: programVersion,
      library: { available: false },
      queue: { waiting: 2 },
    });
  });

  test('is checked once for all requests within two seconds', async () => {
    let requestCount = 0;
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const health = createHealth({ ...options, countLessons: async () => ++requestCount });
    await Promise.all(Array.from({ length: 100 }, health));
    vi.advanceTimersByTime(1999);
    await health();
    expect(requestCount).toBe(1);
    vi.advanceTimersByTime(1);
    expect((await health()).library.lessons).toBe(2);
  });
});

describe('monitoring', () => {
  let server: Server;
  let lines: [message: string, fields: object][];
  let monitoring: ReturnType<typeof createMonitoring> | undefined;
  beforeEach(async () => {
    lines = [];
    server = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    monitoring?.close();
    server.close().closeAllConnections();
  });

  function createMonitoredApp(metricsKey?: string, countLessons = options.countLessons) {
    const log = {
      isJson: true,
      write: (message: string, fields: object) => void lines.push([message, fields]),
      close() {},
    };
    monitoring = createMonitoring(server, { ...options, countLessons, metricsKey, log });
    return monitoring.app;
  }

  test('a site without its library is live but not healthy', async () => {
    const app = createMonitoredApp(undefined, () => Promise.reject(new Error('away')));
    const health = await app.request('/health');
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({ status: 'fail', library: { available: false } });
    const liveResponse = await app.request('/health/live');
    expect([liveResponse.status, await liveResponse.json()]).toMatchObject([200, { status: 'pass' }]);
    expect(liveResponse.headers.get('cache-control')).toBe('no-store');
  });

  test('responds 404 for metrics if no key is configured', async () => {
    const headers = { Authorization: 'Bearer ' };
    expect((await createMonitoredApp().request('/metrics', { headers })).status).toBe(404);
  });

  test('charges a client for a wrong key', async () => {
    const app = createMonitoredApp(key);
    let charged = 0;
    const client = {
      charge(milliseconds = 0) {
        charged += milliseconds;
      },
    };
    await app.request('/metrics', {}, { client } as never);
    expect(charged).toBe(0);
    await app.request('/metrics', { headers: { Authorization: 'Bearer guessed' } }, { client } as never);
    expect(charged).toBeGreaterThan(1000);
  });

  const storedFile = embeddedEndpoint + filePath('pdfs', 'f1');
  test.each([
    [
      'page',
      [
        ...[homePath, lessonPagePath('l1'), lessonPagePath('l1', 2), shortPath('abcdef', 'ar')],
        ...[posterHref({ kind: 'lesson', id: 'l1' }, 'ar'), libraryPosterPath, followHref('en', 'c1')],
        ...[embedHref('c1', 'en'), feedPaths.atom, feedPaths.json, versesPath, openSearchPath, manifestPath],
        ...[robotsPath, sitemapPath, sitemapFilePath(1), catalogPath('atom', '/new'), catalogPath('json')],
        ...[catalogSearchPath, '/no/such/page'],
      ],
    ],
    [
      'file',
      [
        ...[
          pdfPath('l1'),
          `${pdfPath('l1')}?download=1`,
          categoryZipHref('c1', 'ar'),
          coverPath('l1', 600, 'f1'),
        ],
        pagePicturePath({ lessonId: 'l1', page: 2, width: 800 }, 'f1'),
        quotePath('l1', 4, { first: 2, last: 5 }, 'f1', 'ar'),
        shareCardPath({ kind: 'lesson', id: 'l1', language: 'en' }, '0123456789'),
        ...[iconPath('icon', 'v1'), faviconPath, ...appleIconPaths],
        ...[`${storedFile}/view?project=minbar`, `${storedFile}/download`],
      ],
    ],
    [
      'api',
      [
        storedFile,
        `${embeddedEndpoint}${filePath('pdfs')}`,
        '/v1/tablesdb/library/tables/files/rows?a=/view',
      ],
    ],
    ['asset', [assetPath('client-1234.js'), assetPath('logo.png')]],
    ['watch', [healthPath, livePath, '/metrics']],
  ])('metrics count responses of the kind "%s"', async (kind, addresses) => {
    const app = createMonitoredApp(key);
    const { port } = server.address() as AddressInfo;
    for (const address of addresses)
      await (await fetch(`http://127.0.0.1:${port}${address}`, { headers: { Connection: 'close' } })).text();
    const countsByKind = async () => {
      const response = await app.request('/metrics', { headers: { Authorization: `Bearer ${key}` } });
      const samples = (await response.text()).matchAll(
        /^minbar_http_requests_total\{kind="(\w+)".* (\d+)$/gm,
      );
      return [...samples].map(([, name, count]) => [name, Number(count)]);
    };
    const total = async () => (await countsByKind()).reduce((sum, [, count]) => sum + Number(count), 0);
    await expect.poll(total).toBe(addresses.length);
    expect(await countsByKind()).toEqual([[kind, addresses.length]]);
  });

  test('metrics need the key and count requests without their addresses', async () => {
    const app = createMonitoredApp(key);
    expect((await app.request('/metrics')).status).toBe(401);
    for (const Authorization of ['', key, `Bearer ${key}k`, `Basic ${key}`, 'Bearer '])
      expect([400, 401]).toContain((await app.request('/metrics', { headers: { Authorization } })).status);
    const { port } = server.address() as AddressInfo;
    const page = await fetch(`http://127.0.0.1:${port}/?search=private`, {
      headers: { Connection: 'close' },
    });
    await page.text();
    const metrics = async () => {
      const response = await app.request('/metrics', { headers: { Authorization: `Bearer ${key}` } });
      return response.text();
    };
    await expect.poll(metrics).toContain('minbar_http_requests_total{kind="page",status="2xx"} 1\n');
    const text = await metrics();
    for (const sample of [
      `minbar_build_info{version="${programVersion}"} 1`,
      'minbar_library_up 1',
      'minbar_lessons 7',
      'minbar_requests_waiting 2',
      'minbar_connections 5',
      'minbar_http_request_duration_seconds_bucket{le="+Inf",kind="page"} 1',
    ])
      expect(text).toContain(`${sample}\n`);
    expect(text).toMatch(/\nminbar_disk_free_bytes \d+\n/);
    expect(text).toMatch(/\nprocess_resident_memory_bytes \d+\n/);
    expect(text).not.toContain('private');
    monitoring?.close();
    expect(lines).toEqual([['traffic', { page: 1, '2xx': 1 }]]);
  });
});
