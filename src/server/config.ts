import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lessonFolder } from '#publisher/lesson-folder.ts';
import { parseTrustProxy, type TrustProxy } from './door/client-address.ts';

/** A setting that is missing or makes no sense; its message is the whole story and needs no stack. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const backendNames = {
  endpoint: 'VITE_APPWRITE_ENDPOINT',
  projectId: 'VITE_APPWRITE_PROJECT_ID',
  databaseId: 'VITE_APPWRITE_DATABASE_ID',
  categoriesTableId: 'VITE_APPWRITE_CATEGORIES_TABLE_ID',
  filesTableId: 'VITE_APPWRITE_FILES_TABLE_ID',
  bucketId: 'VITE_APPWRITE_BUCKET_ID',
} as const;

export type BackendSettings = Record<keyof typeof backendNames, string>;

export interface Config {
  /** Where the project's own files are. */
  root: string;
  /** 0 lets the system choose. */
  port: number;
  host: string;
  dataDir: string;
  /** The folder of lessons; another one once the owner has published another by name. */
  lessonFolder(): string;
  /** The public address, without a slash at the end; absent means the address the server listens on. */
  siteUrl?: string;
  /** Whether lessons put into the library folder appear by themselves. */
  watch: boolean;
  /** Keys that may write besides this run's own. */
  apiKeys: string[];
  platformOrigins: string[];
  /** Whose `X-Forwarded-For` says who asks. */
  trustProxy: TrustProxy;
  backend: BackendSettings;
  /** The backend runs inside this process, at `/v1`; otherwise `backend.endpoint` is somebody else's. */
  embedded: boolean;
}

/** The embedded backend's place on the site's own origin. */
export const embeddedEndpoint = '/v1';

export type Environment = Record<string, string | undefined>;

/** Reads `.env.local` and `.env` of the project; what is set already wins. */
export function loadEnvironment(root: string): Environment {
  for (const name of ['.env.local', '.env']) {
    const path = join(root, name);
    if (existsSync(path)) process.loadEnvFile(path);
  }
  return process.env;
}

/** Checks all settings. Throws a `ConfigError` whose message names the setting and what to do. */
export function readConfig(root: string, env: Environment): Config {
  const backend = Object.fromEntries(
    Object.entries(backendNames).map(([key, name]) => [key, required(env, name)]),
  ) as BackendSettings;
  const embedded = backend.endpoint === embeddedEndpoint;
  if (!embedded && !isHttpUrl(backend.endpoint)) throw new ConfigError('Invalid endpoint URL');
  const siteUrl = env.SITE_URL;
  if (siteUrl && !isHttpUrl(siteUrl)) {
    throw new ConfigError(`SITE_URL must be an address such as https://example.org, not "${siteUrl}".`);
  }
  const dataDir = resolve(root, env.DATA_DIR || 'data');
  return {
    root,
    port: port(env.PORT || '3000'),
    host: env.HOST || 'localhost',
    dataDir,
    lessonFolder: () =>
      lessonFolder({ root, dataDir, libraryDir: env.LIBRARY_DIR || undefined, library: 'embedded' }),
    ...(siteUrl ? { siteUrl: new URL(siteUrl).origin } : {}),
    watch: env.WATCH !== 'off',
    apiKeys: list(env.APPWRITE_API_KEY),
    platformOrigins: list(env.PLATFORM_ORIGINS),
    trustProxy: trustProxy(env.TRUST_PROXY?.trim()),
    backend,
    embedded,
  };
}

function required(env: Environment, name: string): string {
  const value = env[name]?.trim();
  if (!value) throw new ConfigError(`Environment variable ${name} is not set or is empty.`);
  return value;
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

function port(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65_535) return number;
  throw new ConfigError(`PORT must be a number from 0 to 65535, not "${text}".`);
}

function trustProxy(text = ''): TrustProxy {
  const trust = parseTrustProxy(text);
  if (trust !== undefined) return trust;
  throw new ConfigError(
    `TRUST_PROXY must be "off", the number of proxies before the site, or their addresses such as 127.0.0.1,10.0.0.0/8, not "${text}".`,
  );
}

function list(text = ''): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
