import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { embeddedEndpoint } from '#contract/urls.ts';
import { toLatinDigits } from '#text/fold.ts';
import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';
import { lessonFolder } from './lesson-folder.ts';
import { settingsMessages } from './messages.ts';
import { ownersLanguage } from './owners-language.ts';
import { parseTrustProxy, type TrustProxy } from './trust-proxy.ts';

/** All settings, validated. */
export type Config = ReturnType<typeof readConfig>;
/** Location of the library, and the columns by which it is searched and sorted. */
export type SiteBackend = Config['backend'];
export type BackendSettings = Omit<SiteBackend, 'searchColumn' | 'sortColumn'>;

/** Value of a key setting that makes the site generate the key. */
const GENERATE = 'make';

const trimmedText = v.pipe(v.optional(v.string(), ''), v.trim());
const requiredText = v.pipe(trimmedText, v.nonEmpty());
const withDefault = <Default>(defaultValue: Default) =>
  v.pipe(
    trimmedText,
    v.transform((text) => text || defaultValue),
  );
const numberBetween = (defaultValue: number, min: number, max: number) =>
  v.pipe(
    withDefault(String(defaultValue)),
    v.transform(toLatinDigits),
    v.digits(),
    v.toNumber(),
    v.minValue(min),
    v.maxValue(max),
  );
const list = v.pipe(
  trimmedText,
  v.transform((text) => text.split(/\s*,\s*/).filter(Boolean)),
);
const [onValues, offValues] = [
  ['', 'on', 'yes', 'true', '1'],
  ['off', 'no', 'false', '0'],
];
const isHardToGuess = (key: string) => /^\S{16,}$/.test(key);
const isHttpUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
const isHostName = (text: string) => /^(localhost|[a-z\d-]+(\.[a-z\d-]+)+)(:\d+)?$/i.test(text);
/** Whether a text consists of a scheme, a host, an optional port and an optional slash. The scheme can be that of an app. */
const isOrigin = (text: string) =>
  /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@*;,'"]+\/?$/i.test(text) && URL.canParse(text);
const endpoint = v.pipe(
  trimmedText,
  v.transform((text) => text.replace(/\/$/, '')),
  v.check((text) => ['', embeddedEndpoint].includes(text) || isHttpUrl(text)),
);

/** Parsers and valid values of all settings. */
const settings = v.object({
  PORT: numberBetween(3000, 0, 65_535),
  HOST: v.pipe(
    withDefault('localhost'),
    v.check((text) => !text.startsWith('[')),
  ),
  // Linux does not allow new folders in /proc, and Node would try endlessly to create one.
  DATA_DIR: v.pipe(
    withDefault('data'),
    v.check((text) => !/^\/proc(\/|$)/.test(text)),
  ),
  LIBRARY_DIR: withDefault(undefined),
  SITE_URL: v.pipe(
    trimmedText,
    v.check((text) => text === '' || (isHttpUrl(text) && isOrigin(text))),
    v.transform((text) => (text ? new URL(text).origin : undefined)),
  ),
  WATCH: v.pipe(
    trimmedText,
    v.toLowerCase(),
    v.check((text) => [...onValues, ...offValues].includes(text)),
    v.transform((text) => onValues.includes(text)),
  ),
  PICTURES_MB: numberBetween(2000, 100, 1_000_000),
  APPWRITE_API_KEY: list,
  PLATFORM_ORIGINS: v.pipe(
    list,
    v.check((origins) => origins.every((text) => isOrigin(text) || isHostName(text))),
  ),
  FRAME_ORIGINS: v.pipe(
    list,
    v.check((origins) => origins.every((text) => isHttpUrl(text) && isOrigin(text))),
  ),
  METRICS_KEY: v.pipe(
    trimmedText,
    v.check((text) => text === '' || text === GENERATE || isHardToGuess(text)),
  ),
  LOG: v.pipe(withDefault('plain'), v.toLowerCase(), v.picklist(['plain', 'json'])),
  TRUST_PROXY: v.pipe(
    trimmedText,
    v.transform(parseTrustProxy),
    v.custom<TrustProxy>((trust) => trust !== undefined),
  ),
  VITE_APPWRITE_ENDPOINT: v.pipe(endpoint, v.nonEmpty()),
  VITE_APPWRITE_PROJECT_ID: requiredText,
  VITE_APPWRITE_DATABASE_ID: requiredText,
  VITE_APPWRITE_CATEGORIES_TABLE_ID: requiredText,
  VITE_APPWRITE_FILES_TABLE_ID: requiredText,
  VITE_APPWRITE_PAGES_TABLE_ID: withDefault('pages'),
  VITE_APPWRITE_BUCKET_ID: requiredText,
  VITE_APPWRITE_SEARCH_COLUMN: withDefault('fileName'),
  VITE_APPWRITE_SORT_COLUMN: withDefault('fileName'),
  APPWRITE_ENDPOINT: endpoint,
  APPWRITE_PROJECT_ID: trimmedText,
  APPWRITE_DATABASE_ID: trimmedText,
  APPWRITE_CATEGORIES_TABLE_ID: trimmedText,
  APPWRITE_FILES_TABLE_ID: trimmedText,
  APPWRITE_CHANGES_TABLE_ID: withDefault('changes'),
  APPWRITE_PAGES_TABLE_ID: trimmedText,
  APPWRITE_BUCKET_ID: trimmedText,
});

type Name = keyof typeof settings.entries;

/**
 * Reads and checks all settings, for the site and for the owner's commands. Throws a `ConfigError` for the first invalid one, in the
 * owner's language.
 */
export function readConfig(
  root: string,
  environment: Environment,
  messages = settingsMessages(ownersLanguage(join(root, 'content'))),
) {
  const result = v.safeParse(settings, environment, { abortEarly: true });
  if (!result.success) {
    const name = v.getDotPath(result.issues[0]) as Name;
    const text = environment[name]?.trim() ?? '';
    if (name.startsWith('VITE_') && text === '') throw new ConfigError(messages.missing(name));
    if (name === 'VITE_APPWRITE_ENDPOINT') throw new ConfigError(messages.endpoint);
    throw new ConfigError(messages.invalidValue(name, text));
  }
  const values = result.output;
  const backend = {
    /** `/v1` is the embedded backend, on the site's own origin. */
    endpoint: values.VITE_APPWRITE_ENDPOINT,
    projectId: values.VITE_APPWRITE_PROJECT_ID,
    databaseId: values.VITE_APPWRITE_DATABASE_ID,
    categoriesTableId: values.VITE_APPWRITE_CATEGORIES_TABLE_ID,
    filesTableId: values.VITE_APPWRITE_FILES_TABLE_ID,
    pagesTableId: values.VITE_APPWRITE_PAGES_TABLE_ID,
    /** Columns for search and sorting: `fileName`, unless a hosted backend has folded ones. */
    searchColumn: values.VITE_APPWRITE_SEARCH_COLUMN,
    sortColumn: values.VITE_APPWRITE_SORT_COLUMN,
    bucketId: values.VITE_APPWRITE_BUCKET_ID,
  };
  const dataDir = resolve(root, values.DATA_DIR);
  const libraryDir = values.LIBRARY_DIR;
  const generatesMetricsKey = values.METRICS_KEY === GENERATE;
  return {
    /** The folder with `content/` and `.env`; see `ownersFolder`. */
    root,
    /** 0 lets the system choose a free port. */
    port: values.PORT,
    host: values.HOST,
    dataDir,
    /** `LIBRARY_DIR`, if set. */
    libraryDir,
    /** Returns the folder of lessons of the embedded backend; the owner can change it while the site runs. */
    lessonFolder: () => lessonFolder({ root, dataDir, libraryDir, library: 'embedded' }),
    /** The public address without a trailing slash, if `SITE_URL` is set. */
    siteUrl: values.SITE_URL,
    /** Whether the site publishes changes in the folder of lessons automatically. */
    watch: values.WATCH,
    /** Keys that allow writing, in addition to the key that the site generates at each start. */
    apiKeys: values.APPWRITE_API_KEY.filter((key) => key !== GENERATE),
    platformOrigins: values.PLATFORM_ORIGINS,
    /** Origins whose pages are allowed to frame `/embed`. */
    frameOrigins: values.FRAME_ORIGINS.map((text) => new URL(text).origin),
    /** Key that clients need for `/metrics`; undefined if none is set, or if the site generates it. */
    metricsKey: generatesMetricsKey ? undefined : values.METRICS_KEY || undefined,
    /** Keys to generate at the first start with the value `make`. */
    keysToGenerate: { apiKey: values.APPWRITE_API_KEY.includes(GENERATE), metricsKey: generatesMetricsKey },
    log: values.LOG,
    /** Maximum disk space for pictures of pages, in bytes. */
    pictureBytes: values.PICTURES_MB * 1_000_000,
    /** Proxies whose `X-Forwarded-For` names the client. */
    trustProxy: values.TRUST_PROXY,
    backend,
    /** Whether the backend runs inside this process, at `/v1`. Otherwise `backend.endpoint` is another server. */
    embedded: backend.endpoint === embeddedEndpoint,
    /** Location of the library for the owner's commands: the site's, unless a variable without `VITE_` overrides it. */
    owners: {
      endpoint: values.APPWRITE_ENDPOINT || backend.endpoint,
      projectId: values.APPWRITE_PROJECT_ID || backend.projectId,
      databaseId: values.APPWRITE_DATABASE_ID || backend.databaseId,
      categoriesTableId: values.APPWRITE_CATEGORIES_TABLE_ID || backend.categoriesTableId,
      filesTableId: values.APPWRITE_FILES_TABLE_ID || backend.filesTableId,
      changesTableId: values.APPWRITE_CHANGES_TABLE_ID,
      pagesTableId: values.APPWRITE_PAGES_TABLE_ID || backend.pagesTableId,
      bucketId: values.APPWRITE_BUCKET_ID || backend.bucketId,
    },
  };
}

/**
 * Whether a key of the embedded backend has fewer than 16 characters or a space, so that a guess could allow writing. Keys of a hosted
 * project are not checked.
 */
export function isKeyGuessable({ embedded, apiKeys }: Pick<Config, 'embedded' | 'apiKeys'>): boolean {
  return embedded && !apiKeys.every(isHardToGuess);
}
