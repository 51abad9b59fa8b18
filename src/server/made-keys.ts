import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#settings/config.ts';

/** How keys begin, by the names of their settings. */
const prefixes = { APPWRITE_API_KEY: 'standard_', METRICS_KEY: '' };
type Keys = Partial<Record<keyof typeof prefixes, string>>;
const names = Object.keys(prefixes) as (keyof typeof prefixes)[];

/**
 * The settings with the keys that the site makes for itself: at its first start, and the same ones from then on. `tell` is told of
 * new ones, once.
 */
export function withMadeKeys(config: Config, tell: (keys: string, path: string) => void): Config {
  const { apiKey, metricsKey } = config.toMake;
  if (!apiKey && !metricsKey) return config;
  const path = join(config.dataDir, 'keys.json');
  const keys = readKeys(path);
  const wanted = { APPWRITE_API_KEY: apiKey, METRICS_KEY: metricsKey };
  const fresh = names.filter((name) => wanted[name] && !keys[name]);
  for (const name of fresh) keys[name] = prefixes[name] + randomBytes(32).toString('base64url');
  if (fresh.length > 0) {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o750 });
    writeFileSync(path, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
    tell(fresh.map((name) => `${name}=${keys[name]}`).join(' '), path);
  }
  return {
    ...config,
    apiKeys: apiKey && keys.APPWRITE_API_KEY ? [...config.apiKeys, keys.APPWRITE_API_KEY] : config.apiKeys,
    ...(metricsKey && keys.METRICS_KEY && { metricsKey: keys.METRICS_KEY }),
  };
}

function readKeys(path: string): Keys {
  try {
    const known = JSON.parse(readFileSync(path, 'utf8'));
    return Object.fromEntries(
      names.flatMap((name) => (typeof known[name] === 'string' ? [[name, known[name]]] : [])),
    );
  } catch {
    // None yet, or half of one: new ones are made and told.
    return {};
  }
}
