import { createHash } from 'node:crypto';
import { readGlossaryFile } from '#settings/glossary-file.ts';
import type { Glossary } from '#web/features/library/glossary.ts';
import type { Asset } from './assets.ts';

/** The owner's glossary, and the file that browsers fetch it from. Throws a `ConfigError`. */
export function readGlossary(contentDir: string): { words: Glossary; href: string; asset: Asset } {
  const words = readGlossaryFile(contentDir);
  const bytes = Buffer.from(JSON.stringify(words));
  // The name changes with the words, so that browsers may keep it for ever.
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const href = `/assets/glossary-${version}.json`;
  return { words, href, asset: { path: href, type: 'application/json; charset=utf-8', bytes } };
}
