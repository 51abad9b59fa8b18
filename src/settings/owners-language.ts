import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Language = 'en' | 'ar';

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'ar';
}

/** The language the owner reads: `language` of `content/site.json`, else English. Never throws. */
export function ownersLanguage(contentDir: string): Language {
  try {
    const { language } = JSON.parse(readFileSync(join(contentDir, 'site.json'), 'utf8'));
    return isLanguage(language) ? language : 'en';
  } catch {
    // The word may still be legible in a file with a mistake elsewhere.
    return isArabicIn(join(contentDir, 'site.json')) ? 'ar' : 'en';
  }
}

function isArabicIn(path: string): boolean {
  try {
    return /"language"\s*:\s*"ar"/.test(readFileSync(path, 'utf8'));
  } catch {
    return false;
  }
}
