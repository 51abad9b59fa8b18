import { describe, expect, test } from 'vitest';
import { isKeyGuessable, readConfig } from './config.ts';
import { settingsMessages } from './messages.ts';

const env = {
  VITE_APPWRITE_ENDPOINT: '/v1',
  VITE_APPWRITE_PROJECT_ID: 'minbar',
  VITE_APPWRITE_DATABASE_ID: 'library',
  VITE_APPWRITE_CATEGORIES_TABLE_ID: 'categories',
  VITE_APPWRITE_FILES_TABLE_ID: 'files',
  VITE_APPWRITE_BUCKET_ID: 'pdfs',
};

describe('readConfig', () => {
  test('by default, listens on localhost:3000 and trusts no key, origin or proxy', () => {
    expect(readConfig('/site', env)).toMatchObject({
      port: 3000,
      host: 'localhost',
      dataDir: '/site/data',
      lessonFolder: expect.any(Function),
      embedded: true,
      watch: true,
      apiKeys: [],
      platformOrigins: [],
      frameOrigins: [],
      trustProxy: 'off',
    });
  });

  test.each(Object.keys(env))('rejects a missing or empty %s', (name) => {
    const sentence = `Environment variable ${name} is not set or is empty.`;
    expect(() => readConfig('/', { ...env, [name]: undefined })).toThrow(sentence);
    expect(() => readConfig('/', { ...env, [name]: ' ' })).toThrow(sentence);
  });

  test.each(['v1', '//host/v1', 'ftp://host/v1', 'javascript:1', '/other', 'localhost/v1'])(
    'rejects the endpoint %j',
    (endpoint) => {
      expect(() => readConfig('/', { ...env, VITE_APPWRITE_ENDPOINT: endpoint })).toThrow(
        'Invalid endpoint URL',
      );
    },
  );

  test.each([
    ['off', false],
    ['false', false],
    ['No', false],
    ['0', false],
    ['on', true],
    ['', true],
  ])('WATCH=%s is read as %s', (WATCH, watch) =>
    expect(readConfig('/', { ...env, WATCH }).watch).toBe(watch),
  );

  test('directs the owner’s commands to the site’s library, unless other variables override it', () => {
    expect(readConfig('/', env).owners).toMatchObject({ endpoint: '/v1', projectId: 'minbar' });
    const hosted = { APPWRITE_ENDPOINT: 'https://cloud.example.net/v1/', APPWRITE_PROJECT_ID: 'mosque' };
    expect(readConfig('/', { ...env, ...hosted }).owners).toMatchObject({
      endpoint: 'https://cloud.example.net/v1',
      projectId: 'mosque',
      databaseId: 'library',
    });
    expect(() => readConfig('/', { ...env, APPWRITE_ENDPOINT: 'cloud' })).toThrow('Invalid endpoint URL');
  });

  test('recognizes a hosted backend by its address', () => {
    const config = readConfig('/', { ...env, VITE_APPWRITE_ENDPOINT: 'https://cloud.example.net/v1' });
    expect(config.embedded).toBe(false);
  });

  test.each([
    ['x', true],
    ['fifteen-letters', true],
    ['sixteen letters!', true],
    ['sixteen-letters!', false],
    ['make', false],
  ])('detects a guessable key of the embedded backend: %s', (key, isGuessable) => {
    const APPWRITE_API_KEY = `standard_a-key-of-the-tests-only, ${key}`;
    expect(isKeyGuessable(readConfig('/', { ...env, APPWRITE_API_KEY }))).toBe(isGuessable);
    const VITE_APPWRITE_ENDPOINT = 'https://cloud.example.net/v1';
    const hosted = readConfig('/', { ...env, APPWRITE_API_KEY, VITE_APPWRITE_ENDPOINT });
    expect(isKeyGuessable(hosted)).toBe(false);
  });

  test.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['SITE_URL', 'example.org'],
    ['SITE_URL', 'https://example.org/masjid'],
    ['SITE_URL', 'https://example.org/?lang=ar'],
    ['PLATFORM_ORIGINS', 'foo'],
    ['FRAME_ORIGINS', 'https://example.org/page'],
    ['FRAME_ORIGINS', '*'],
    ['FRAME_ORIGINS', 'https://example.org;sandbox'],
    ['PLATFORM_ORIGINS', 'https://example.org,https://*.example.org'],
    ['PLATFORM_ORIGINS', 'https://example.org/page'],
    ['HOST', '[::1]'],
    ['APPWRITE_ENDPOINT', 'localhost/v1'],
    ['DATA_DIR', '/proc/minbar'],
    ['TRUST_PROXY', 'nginx'],
    ['WATCH', 'perhaps'],
  ])('names the setting and the value of %s=%s', (name, value) => {
    for (const language of ['en', 'ar'] as const) {
      const read = () => readConfig('/', { ...env, [name]: value }, settingsMessages(language));
      expect(read).toThrow(new RegExp(`(?<!_)${name}`));
      expect(read).toThrow(value);
    }
  });

  test('suggests an IPv6 address without brackets', () => {
    expect(() => readConfig('/', { ...env, HOST: '[::1]' })).toThrow('HOST=::1');
  });

  test('accepts numbers in Arabic digits', () => {
    expect(readConfig('/', { ...env, PORT: '٤٧٠٩' }).port).toBe(4709);
  });

  test('accepts origins of the site and of platforms', () => {
    const PLATFORM_ORIGINS =
      'https://example.org, http://localhost:8080/, capacitor://localhost, example.net';
    expect(
      readConfig('/', { ...env, SITE_URL: 'https://Example.org/', HOST: '::1', PLATFORM_ORIGINS }),
    ).toMatchObject({
      siteUrl: 'https://example.org',
      host: '::1',
      platformOrigins: PLATFORM_ORIGINS.split(', '),
    });
  });
});
