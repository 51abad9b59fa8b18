import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#contract/language.ts';

/**
 * Returns the `language` in `content/site.json`, even if the rest of the file is invalid. English if it is not `ar`, or the file cannot be
 * read.
 */
export function ownersLanguage(contentDir: string): Language {
  try {
    return /"language"\s*:\s*"ar"/.test(readFileSync(join(contentDir, 'site.json'), 'utf8')) ? 'ar' : 'en';
  } catch {
    return 'en';
  }
}
