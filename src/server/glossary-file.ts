import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Glossary } from '#web/features/library/glossary.ts';
import type { Asset } from './assets.ts';
import { ConfigError } from './config.ts';

/**
 * Reads and checks `content/glossary.json`, which the owner may edit or delete. Throws a `ConfigError` that names
 * the file and the group that is wrong.
 */
export function readGlossary(contentDir: string): { words: Glossary; href: string; asset: Asset } {
  const path = join(contentDir, 'glossary.json');
  const words = existsSync(path) ? checked(readFileSync(path, 'utf8')) : [];
  const bytes = Buffer.from(JSON.stringify(words));
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const asset = { type: 'application/json; charset=utf-8', bytes };
  return { words, href: `/assets/glossary-${version}.json`, asset };
}

function checked(json: string): Glossary {
  const fail = (problem: string): never => {
    throw new ConfigError(`content/glossary.json: ${problem}`);
  };
  let groups: unknown;
  try {
    groups = JSON.parse(json);
  } catch (error) {
    return fail(`this is not valid JSON. ${(error as Error).message}`);
  }
  if (!Array.isArray(groups)) return fail('it must hold a list of groups, such as [["fiqh", "فقه"]].');
  return groups.map((group: unknown, index) => {
    const isGroup =
      Array.isArray(group) &&
      group.length > 1 &&
      group.every((word) => typeof word === 'string' && word.trim() !== '');
    return isGroup
      ? group
      : fail(`group ${index + 1} must be a list of two words or more, such as ["fiqh", "فقه"].`);
  });
}
