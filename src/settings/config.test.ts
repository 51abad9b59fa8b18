import { describe, expect, test } from 'vitest';
import { isKeyGuessable, readConfig } from './config.ts';
import { settingsMessages } from './messages/settings-messages.ts';

const env = {
  VITE_APPWRITE_ENDPOINT: '/v1',
  VITE_APPWRITE_PROJECT_ID: 'minbar',
  VITE_APPWRITE_DATABASE_ID: 'library',
  VITE_APPWRITE_CATEGORIES_TABLE_ID: 'categories',
  VITE_APPWRITE_FILES_TABLE_ID: 'files',
  VITE_APPWRITE_BUCKET_ID: 'pdfs',
};

describe('readConfig', () => {
  test('serves the embedded backend on localhost:3000 by default, with no key', () => {
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

  test.each(Object.keys(env))('stops when %s is missing or empty', (name) => {
    const sentence = `Environment variable ${name} is not set or is empty.`;
    expect(() => readConfig('/', { ...env, [name]: undefined })).toThrow(sentence);
    expect(() => readConfig('/', { ...env, [name]: ' ' })).toThrow(sentence);
  });

  test.each(['v1', '//host/v1', 'ftp://host/v1', 'javascript:1', '/other', 'localhost/v1'])(
    'stops at the endpoint %j',
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
  ])('WATCH=%s', (WATCH, watch) => expect(readConfig('/', { ...env, WATCH }).watch).toBe(watch));

  test('the owner’s commands work where the site reads, or where a variable of their own says', () => {
    expect(readConfig('/', env).owners).toMatchObject({ endpoint: '/v1', projectId: 'minbar' });
    const hosted = { APPWRITE_ENDPOINT: 'https://cloud.example.net/v1/', APPWRITE_PROJECT_ID: 'mosque' };
    expect(readConfig('/', { ...env, ...hosted }).owners).toMatchObject({
      endpoint: 'https://cloud.example.net/v1',
      projectId: 'mosque',
      databaseId: 'library',
    });
    expect(() => readConfig('/', { ...env, APPWRITE_ENDPOINT: 'cloud' })).toThrow('Invalid endpoint URL');
  });

  test('takes a hosted backend by its address', () => {
    const config = readConfig('/', { ...env, VITE_APPWRITE_ENDPOINT: 'https://cloud.example.net/v1' });
    expect(config.embedded).toBe(false);
  });

  test.each([
    ['x', true],
    ['fifteen-letters', true],
    ['sixteen letters!', true],
    ['sixteen-letters!', false],
    ['make', false],
  ])('whether a key of the embedded backend can be guessed: %s', (key, isGuessable) => {
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
  ])('says what is wrong with %s=%s', (name, value) => {
    for (const language of ['en', 'ar'] as const) {
      const read = () => readConfig('/', { ...env, [name]: value }, settingsMessages(language));
      expect(read).toThrow(new RegExp(`(?<!_)${name}`));
      expect(read).toThrow(value);
    }
  });

  test('an IPv6 address in brackets is told without them', () => {
    expect(() => readConfig('/', { ...env, HOST: '[::1]' })).toThrow('HOST=::1');
  });

  test('takes a number in any digits', () => {
    expect(readConfig('/', { ...env, PORT: '٤٧٠٩' }).port).toBe(4709);
  });

  test('takes the addresses of a site and of platforms', () => {
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
