import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#settings/config.ts';
import type { Messages } from './messages/en.ts';
import { openingFailure } from './opening-failure.ts';

/**
 * Returns the settings with the generated keys: created at the first start, and reused from then on. New keys are shown to the
 * owner once. Throws a readable message if they cannot be stored.
 */
export function withMadeKeys(config: Config, say: Messages): Config {
  const { apiKey, metricsKey } = config.toMake;
  if (!apiKey && !metricsKey) return config;
  const path = join(config.dataDir, 'keys.json');
  const keys = readKeys(path);
  const fresh: string[] = [];
  const keyFor = (setting: string, prefix: string): string => {
    const known = keys[setting];
    if (known && typeof known === 'string') return known;
    const made = prefix + randomBytes(32).toString('base64url');
    keys[setting] = made;
    fresh.push(`${setting}=${made}`);
    return made;
  };
  const apiKeys = apiKey ? [...config.apiKeys, keyFor('APPWRITE_API_KEY', 'standard_')] : config.apiKeys;
  const known = { ...config, apiKeys, ...(metricsKey && { metricsKey: keyFor('METRICS_KEY', '') }) };
  if (fresh.length > 0) {
    try {
      mkdirSync(config.dataDir, { recursive: true, mode: 0o750 });
      writeFileSync(path, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
    } catch (error) {
      throw openingFailure(error, config.dataDir, say);
    }
    console.log(say.madeKeys(fresh.join(' '), path));
  }
  return known;
}

function readKeys(path: string): Record<string, unknown> {
  try {
    // Other entries of the file stay; keys are added to them.
    return { ...JSON.parse(readFileSync(path, 'utf8')) };
  } catch {
    // The file is missing or incomplete: new keys are created and shown.
    return {};
  }
}
