import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '#settings/config.ts';
import { readEnvironment } from '#settings/environment.ts';
import { type FakeProject, startFakeProject } from '../../tests/support/fake-project.ts';
import { createTestFolder } from '../../tests/support/temporary-folder.ts';
import { messagesIn } from './messages.ts';
import { checkHosted, withGeneratedKeys } from './run-site.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = createTestFolder();
});

function start(settings: Record<string, string>) {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const environment = { ...readEnvironment(process.cwd()), DATA_DIR: dataDir, ...settings };
  const config = withGeneratedKeys(readConfig(process.cwd(), environment), messagesIn('en'));
  const loggedLines = log.mock.calls.map(([line]) => line);
  log.mockRestore();
  return { config, loggedLines };
}

test('generates keys at the first start, prints them once and stores them readable by this user only', () => {
  const settings = { APPWRITE_API_KEY: 'mine,make', METRICS_KEY: 'make' };
  const first = start(settings);
  const [ownKey, generatedKey = ''] = first.config.apiKeys;
  const { metricsKey = '' } = first.config;
  expect(ownKey).toBe('mine');
  expect(generatedKey).toMatch(/^standard_[\w-]{43}$/);
  expect(metricsKey).toMatch(/^[\w-]{43}$/);
  const keys = `APPWRITE_API_KEY=${generatedKey} METRICS_KEY=${metricsKey}`;
  expect(first.loggedLines).toEqual([messagesIn('en').generatedKeys(keys, join(dataDir, 'keys.json'))]);
  expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600);

  const second = start(settings);
  expect(second.loggedLines).toEqual([]);
  expect(second.config.apiKeys).toEqual(['mine', generatedKey]);
  expect(second.config.metricsKey).toBe(metricsKey);
});

test('replaces a damaged file of keys by one that only this user can read', () => {
  const path = join(dataDir, 'keys.json');
  writeFileSync(path, '{ damaged');
  chmodSync(path, 0o644);
  const { config } = start({ METRICS_KEY: 'make' });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ METRICS_KEY: config.metricsKey });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('never uses the word "make" as a key', () => {
  start({ APPWRITE_API_KEY: 'make' });
  expect(start({ APPWRITE_API_KEY: 'other' }).config.apiKeys).toEqual(['other']);
  expect(readConfig('/', { ...readEnvironment(process.cwd()), APPWRITE_API_KEY: 'make' }).apiKeys).toEqual(
    [],
  );
  expect(start({ METRICS_KEY: '' }).config.metricsKey).toBeUndefined();
});

test.each(['{"METRICS_', '[]', '""', 'null'])(
  'replaces a file without keys and prints the new ones: %s',
  (text) => {
    writeFileSync(join(dataDir, 'keys.json'), text);
    const first = start({ METRICS_KEY: 'make' });
    expect(first.loggedLines).toHaveLength(1);
    const second = start({ METRICS_KEY: 'make' });
    expect(second.loggedLines).toEqual([]);
    expect(second.config.metricsKey).toBe(first.config.metricsKey);
  },
);

const site = 'https://mosque.example';
let hostedProject: FakeProject;
beforeAll(async () => {
  hostedProject = await startFakeProject({ siteOrigin: site });
});
afterEach(() => hostedProject.clearFaults());
afterAll(() => hostedProject.stop());

const checkFrom = (origin: string | null, filesTableId = 'files') =>
  checkHosted(
    {
      endpoint: hostedProject.endpoint,
      projectId: 'minbar',
      databaseId: 'library',
      filesTableId,
      categoriesTableId: 'categories',
      pagesTableId: 'pages',
      bucketId: 'pdfs',
    },
    origin,
  );

test('finds the reason why visitors of a hosted project see no lesson', async () => {
  expect(await checkFrom(site)).toBeNull();
  expect(await checkFrom(null)).toBeNull();
  expect(await checkFrom('https://other.example')).toBe('originRefused');
  expect(await checkFrom(site, 'lessons')).toBe('notFound');
  hostedProject.setFaults({ hiddenPaths: ['/tables/files/rows'] });
  expect(await checkFrom(site)).toBe('private');
  hostedProject.clearFaults();
  hostedProject.setFaults({ proxyStatus: 502 });
  expect(await checkFrom(site)).toBe('noResponse');
  hostedProject.clearFaults();
  hostedProject.setFaults({ dropsConnections: true });
  expect(await checkFrom(site)).toBe('noResponse');
});

test('messages about a hosted project name the remedy and never guess the number of lessons', () => {
  for (const language of ['en', 'ar'] as const) {
    const { hostedFault } = messagesIn(language);
    expect(hostedFault.noResponse('https://x/v1', site)).not.toMatch(/\d lesson|درس/);
    expect(hostedFault.originRefused('https://x/v1', site)).toContain('mosque.example');
    expect(hostedFault.notFound('https://x/v1', site)).toContain('npm run library -- setup');
    expect(hostedFault.private('https://x/v1', site)).toMatch(/any/);
  }
});
