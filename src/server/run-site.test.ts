import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '#settings/config.ts';
import { readEnvironment } from '#settings/environment.ts';
import { messagesIn } from './messages/messages-in.ts';
import { withGeneratedKeys } from './run-site.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'minbar-keys-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function start(settings: Record<string, string>) {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const environment = { ...readEnvironment(process.cwd()), DATA_DIR: dataDir, ...settings };
  const config = withGeneratedKeys(readConfig(process.cwd(), environment), messagesIn('en'));
  const loggedLines = log.mock.calls.map(([line]) => line);
  log.mockRestore();
  return { config, loggedLines: loggedLines };
}

test('keys are made at the first start, told once, and kept for their user alone', () => {
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

test('the word is never a key, also where a setting no longer asks for one', () => {
  start({ APPWRITE_API_KEY: 'make' });
  expect(start({ APPWRITE_API_KEY: 'other' }).config.apiKeys).toEqual(['other']);
  expect(readConfig('/', { ...readEnvironment(process.cwd()), APPWRITE_API_KEY: 'make' }).apiKeys).toEqual(
    [],
  );
  expect(start({ METRICS_KEY: '' }).config.metricsKey).toBeUndefined();
});

test.each(['{"METRICS_', '[]', '""', 'null'])(
  'a file that holds no keys is replaced, and the new ones are told: %s',
  (text) => {
    writeFileSync(join(dataDir, 'keys.json'), text);
    const first = start({ METRICS_KEY: 'make' });
    expect(first.loggedLines).toHaveLength(1);
    const second = start({ METRICS_KEY: 'make' });
    expect(second.loggedLines).toEqual([]);
    expect(second.config.metricsKey).toBe(first.config.metricsKey);
  },
);
