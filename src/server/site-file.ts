import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';
import { defaultLanguage, isLanguage, type Language } from '#web/i18n/language.ts';
import type { Bilingual, SiteContent } from '#web/page/site-content.ts';
import { ConfigError } from './config.ts';

/** Type and bytes of the owner's logo, and the address it is served at. */
export interface Logo {
  path: string;
  type: string;
  bytes: Buffer;
}

const imageTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
};
/** What the owner wrote about his site, checked. */
export interface SiteFile {
  site: SiteContent;
  /** The logo, and that for the dark scheme where there is one. */
  logos: Logo[];
  /** The language the program speaks with the owner. */
  ownersLanguage: Language;
}

const largestLogo = 200 * 1024;
const longestText = 500;

const textNames = [
  'preacherName',
  'centerName',
  'heroTitle',
  'heroSubtitle',
  'heroDescription',
  'address',
] as const satisfies (keyof SiteContent)[];

/**
 * Reads and checks `content/site.json`, which the owner edits. Throws a `ConfigError` that names the file,
 * the entry and what it should be.
 */
export function readSiteFile(contentDir: string): SiteFile {
  const path = join(contentDir, 'site.json');
  const fail = (problem: string): never => {
    throw new ConfigError(`content/site.json: ${problem}`);
  };
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return fail(missing ? 'the file is missing.' : `this is not valid JSON. ${(error as Error).message}`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return fail('it must hold one { … }.');
  const entries = new Map(Object.entries(parsed));

  const text = (name: string): Bilingual => {
    const { en, ar } = Object(entries.get(name)) as Partial<Bilingual>;
    for (const [language, value] of Object.entries({ en, ar })) {
      if (typeof value !== 'string' || value.trim() === '') {
        return fail(`"${name}" needs a text for "${language}", such as "${name}": { "en": "…", "ar": "…" }.`);
      }
      if (value.length > longestText)
        return fail(`"${name}" for "${language}" is longer than ${longestText} characters.`);
    }
    return { en: String(en).trim(), ar: String(ar).trim() };
  };
  const texts = Object.fromEntries(textNames.map((name) => [name, text(name)])) as Record<
    (typeof textNames)[number],
    Bilingual
  >;
  const logo = readLogo(contentDir, 'logo', entries.get('logo'), fail);
  const logoDark = entries.has('logoDark')
    ? readLogo(contentDir, 'logoDark', entries.get('logoDark'), fail)
    : undefined;
  const ownersLanguage = entries.get('language') ?? defaultLanguage;
  if (!isLanguage(ownersLanguage)) return fail('"language" must be "en" or "ar".');
  const site = { ...texts, logo: logo.path, logoDark: logoDark?.path };
  return { site, logos: logoDark ? [logo, logoDark] : [logo], ownersLanguage };
}

function readLogo(contentDir: string, entry: string, name: unknown, fail: (problem: string) => never): Logo {
  if (typeof name !== 'string')
    return fail(`"${entry}" must name a picture beside the file, such as "logo.svg".`);
  const path = resolve(contentDir, name);
  if (relative(contentDir, path).startsWith('..'))
    return fail(`"${entry}" must lie inside the content folder, not "${name}".`);
  const extension = extname(path).toLowerCase();
  const type = imageTypes[extension];
  if (!type) return fail(`"${entry}" must end in ${Object.keys(imageTypes).join(', ')}, not "${name}".`);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return fail(`the logo "${name}" cannot be read: put the picture into the content folder.`);
  }
  if (bytes.length > largestLogo)
    return fail(`the logo "${name}" is larger than 200 kB: save a smaller picture.`);
  // The name changes with the picture, so that browsers may keep it for ever.
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  return { path: `/assets/logo-${version}${extension}`, type, bytes };
}
