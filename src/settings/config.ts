import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';
import { lessonFolder } from './lesson-folder.ts';
import { settingsMessages } from './messages/settings-messages.ts';
import { ownersLanguage } from './owners-language.ts';
import { parseTrustProxy, type TrustProxy } from './trust-proxy.ts';

/** The embedded backend's place on the site's own origin. */
export const embeddedEndpoint = '/v1';

export interface BackendSettings {
  endpoint: string;
  projectId: string;
  databaseId: string;
  categoriesTableId: string;
  filesTableId: string;
  pagesTableId: string;
  bucketId: string;
}

/** Where the site finds its library, and by which columns it asks. */
export interface SiteBackend extends BackendSettings {
  searchColumn: string;
  sortColumn: string;
}

export interface Config {
  /** The owner's folder. */
  root: string;
  /** 0 lets the system choose. */
  port: number;
  host: string;
  dataDir: string;
  /** The setting of the folder of lessons, when there is one. */
  libraryDir: string | undefined;
  /** The folder of lessons; another one once the owner has published another by name. */
  lessonFolder(): string;
  /** The public address, without a slash at the end; absent means the address the server listens on. */
  siteUrl?: string;
  /** Whether lessons put into the library folder appear by themselves. */
  watch: boolean;
  /** Keys that may write besides this run's own. */
  apiKeys: string[];
  platformOrigins: string[];
  /** Whoever brings it is shown the measurements of the site. */
  metricsKey?: string;
  /** Keys that the site makes for itself at its first start, since the setting says `make`. */
  toMake: { apiKey: boolean; metricsKey: boolean };
  /** How what the site says is written. */
  log: 'plain' | 'json';
  /** The most bytes that pictures of pages take on the disk. */
  pictureBytes: number;
  /** Whose `X-Forwarded-For` says who asks. */
  trustProxy: TrustProxy;
  /** Where the site finds its library. */
  backend: SiteBackend;
  /** The backend runs inside this process, at `/v1`; otherwise `backend.endpoint` is somebody else's. */
  embedded: boolean;
  /** Where the owner's commands find it: as the site, unless a variable without `VITE_` names another place. */
  owners: BackendSettings & { changesTableId: string };
}

/** Instead of a key: the site makes one. */
const make = 'make';

const set = v.pipe(v.optional(v.string(), ''), v.trim());
const needed = v.pipe(set, v.nonEmpty());
const list = v.pipe(
  set,
  v.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
);
const [on, off] = [
  ['', 'on', 'yes', 'true', '1'],
  ['off', 'no', 'false', '0'],
];
const isHttpUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
const withoutSlash = v.transform((text: string) => text.replace(/\/$/, ''));
const isEndpoint = (text: string) => text === embeddedEndpoint || isHttpUrl(text);

/** Every setting, once: how it is read and what it may be. */
const settings = v.object({
  PORT: v.pipe(
    set,
    v.transform((text) => text || '3000'),
    v.digits(),
    v.toNumber(),
    v.maxValue(65_535),
  ),
  HOST: set,
  DATA_DIR: set,
  LIBRARY_DIR: set,
  SITE_URL: v.pipe(
    set,
    v.check((text) => text === '' || isHttpUrl(text)),
    v.transform((text) => text && new URL(text).origin),
  ),
  WATCH: v.pipe(
    set,
    v.toLowerCase(),
    v.check((text) => [...on, ...off].includes(text)),
    v.transform((text) => on.includes(text)),
  ),
  PICTURES_MB: v.pipe(
    set,
    v.transform((text) => text || '2000'),
    v.digits(),
    v.toNumber(),
    v.minValue(100),
    v.maxValue(1_000_000),
  ),
  APPWRITE_API_KEY: list,
  PLATFORM_ORIGINS: list,
  METRICS_KEY: v.pipe(
    set,
    v.check((text) => text === '' || text === make || /^\S{16,}$/.test(text)),
  ),
  LOG: v.pipe(
    set,
    v.toLowerCase(),
    v.transform((text) => text || 'plain'),
    v.picklist(['plain', 'json']),
  ),
  TRUST_PROXY: v.pipe(
    set,
    v.transform(parseTrustProxy),
    v.check((trust) => trust !== undefined),
  ),
  VITE_APPWRITE_ENDPOINT: v.pipe(needed, withoutSlash, v.check(isEndpoint)),
  VITE_APPWRITE_PROJECT_ID: needed,
  VITE_APPWRITE_DATABASE_ID: needed,
  VITE_APPWRITE_CATEGORIES_TABLE_ID: needed,
  VITE_APPWRITE_FILES_TABLE_ID: needed,
  VITE_APPWRITE_BUCKET_ID: needed,
  APPWRITE_ENDPOINT: v.pipe(
    set,
    withoutSlash,
    v.check((text) => text === '' || isEndpoint(text)),
  ),
  APPWRITE_PROJECT_ID: set,
  APPWRITE_DATABASE_ID: set,
  APPWRITE_CATEGORIES_TABLE_ID: set,
  APPWRITE_FILES_TABLE_ID: set,
  APPWRITE_CHANGES_TABLE_ID: set,
  APPWRITE_PAGES_TABLE_ID: set,
  VITE_APPWRITE_PAGES_TABLE_ID: set,
  VITE_APPWRITE_SEARCH_COLUMN: set,
  VITE_APPWRITE_SORT_COLUMN: set,
  APPWRITE_BUCKET_ID: set,
});

type Name = keyof typeof settings.entries;

/**
 * Reads and checks all settings, for the site and for the owner's commands. Throws a `ConfigError` whose message names the
 * setting and what to do, in the owner's language.
 */
export function readConfig(
  root: string,
  environment: Environment,
  say = settingsMessages(ownersLanguage(join(root, 'content'))),
): Config {
  const read = v.safeParse(settings, environment, { abortEarly: true });
  if (!read.success) {
    const name = v.getDotPath(read.issues[0]) as Name;
    const given = environment[name]?.trim() ?? '';
    if (name.startsWith('VITE_') && given === '') throw new ConfigError(say.missing(name));
    if (name === 'VITE_APPWRITE_ENDPOINT' || name === 'APPWRITE_ENDPOINT')
      throw new ConfigError(say.endpoint);
    throw new ConfigError(say.wrong(name, given));
  }
  const one = read.output;
  const backend = {
    endpoint: one.VITE_APPWRITE_ENDPOINT,
    projectId: one.VITE_APPWRITE_PROJECT_ID,
    databaseId: one.VITE_APPWRITE_DATABASE_ID,
    categoriesTableId: one.VITE_APPWRITE_CATEGORIES_TABLE_ID,
    filesTableId: one.VITE_APPWRITE_FILES_TABLE_ID,
    pagesTableId: one.VITE_APPWRITE_PAGES_TABLE_ID || 'pages',
    searchColumn: one.VITE_APPWRITE_SEARCH_COLUMN || 'fileName',
    sortColumn: one.VITE_APPWRITE_SORT_COLUMN || 'fileName',
    bucketId: one.VITE_APPWRITE_BUCKET_ID,
  };
  const dataDir = resolve(root, one.DATA_DIR || 'data');
  const libraryDir = one.LIBRARY_DIR || undefined;
  return {
    root,
    port: one.PORT,
    host: one.HOST || 'localhost',
    dataDir,
    libraryDir,
    lessonFolder: () => lessonFolder({ root, dataDir, libraryDir, library: 'embedded' }),
    ...(one.SITE_URL && { siteUrl: one.SITE_URL }),
    watch: one.WATCH,
    apiKeys: one.APPWRITE_API_KEY.filter((key) => key !== make),
    platformOrigins: one.PLATFORM_ORIGINS,
    ...(one.METRICS_KEY && one.METRICS_KEY !== make && { metricsKey: one.METRICS_KEY }),
    toMake: { apiKey: one.APPWRITE_API_KEY.includes(make), metricsKey: one.METRICS_KEY === make },
    log: one.LOG,
    pictureBytes: one.PICTURES_MB * 1_000_000,
    trustProxy: one.TRUST_PROXY ?? 'off',
    backend,
    embedded: backend.endpoint === embeddedEndpoint,
    owners: {
      endpoint: one.APPWRITE_ENDPOINT || backend.endpoint,
      projectId: one.APPWRITE_PROJECT_ID || backend.projectId,
      databaseId: one.APPWRITE_DATABASE_ID || backend.databaseId,
      categoriesTableId: one.APPWRITE_CATEGORIES_TABLE_ID || backend.categoriesTableId,
      filesTableId: one.APPWRITE_FILES_TABLE_ID || backend.filesTableId,
      changesTableId: one.APPWRITE_CHANGES_TABLE_ID || 'changes',
      pagesTableId: one.APPWRITE_PAGES_TABLE_ID || backend.pagesTableId,
      bucketId: one.APPWRITE_BUCKET_ID || backend.bucketId,
    },
  };
}
