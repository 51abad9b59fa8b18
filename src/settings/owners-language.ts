import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Language = 'en' | 'ar';

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'ar';
}

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
