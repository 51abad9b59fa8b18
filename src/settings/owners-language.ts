import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#contract/language.ts';

/**
 * The language the owner reads: `language` of `content/site.json`, where it is legible in a file with a mistake elsewhere too; else
 * English. Never throws.
 */
export function ownersLanguage(contentDir: string): Language {
  try {
    return /"language"\s*:\s*"ar"/.test(readFileSync(join(contentDir, 'site.json'), 'utf8')) ? 'ar' : 'en';
  } catch {
    return 'en';
  }
}
