import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#settings/config.ts';

/** Keys by the names of their settings. */
type Keys = Partial<Record<'APPWRITE_API_KEY' | 'METRICS_KEY', string>>;

const pathIn = (dataDir: string) => join(dataDir, 'keys.json');

/**
 * The settings with the keys that the site makes for itself: at its first start, and the same ones from then on. `tell` is told of
 * new ones, once.
 */
export function withMadeKeys(config: Config, tell: (keys: string, path: string) => void): Config {
  const { apiKey, metricsKey } = config.toMake;
  if (!apiKey && !metricsKey) return config;
  const path = pathIn(config.dataDir);
  const kept = readKeys(path);
  const fresh: Keys = {
    ...(apiKey && !kept.APPWRITE_API_KEY && { APPWRITE_API_KEY: newKey('standard_') }),
    ...(metricsKey && !kept.METRICS_KEY && { METRICS_KEY: newKey() }),
  };
  const keys = { ...kept, ...fresh };
  if (Object.keys(fresh).length > 0) {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o750 });
    writeFileSync(path, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
    tell(
      Object.entries(fresh)
        .map(([name, key]) => `${name}=${key}`)
        .join(' '),
      path,
    );
  }
  return {
    ...config,
    apiKeys: apiKey && keys.APPWRITE_API_KEY ? [...config.apiKeys, keys.APPWRITE_API_KEY] : config.apiKeys,
    ...(metricsKey && keys.METRICS_KEY && { metricsKey: keys.METRICS_KEY }),
  };
}

const newKey = (prefix = '') => prefix + randomBytes(32).toString('base64url');

function readKeys(path: string): Keys {
  try {
    const { APPWRITE_API_KEY, METRICS_KEY } = JSON.parse(readFileSync(path, 'utf8'));
    return {
      ...(typeof APPWRITE_API_KEY === 'string' && { APPWRITE_API_KEY }),
      ...(typeof METRICS_KEY === 'string' && { METRICS_KEY }),
    };
  } catch {
    // None yet, or half of one: new ones are made and told.
    return {};
  }
}
