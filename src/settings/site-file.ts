import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, isAbsolute, relative, resolve } from 'node:path';
import * as v from 'valibot';
import { unsafeInNames } from '#contract/name.ts';
import { assetPath } from '#contract/urls.ts';
import { type SettingsMessages, settingsMessages } from './messages.ts';
import { type Fail, failIn, readOwnersFile } from './owners-file.ts';
import { ownersLanguage } from './owners-language.ts';
import { isTimeZone } from './time-zone.ts';

const imageTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
};
const MAX_LOGO_BYTES = 200 * 1024;
const MAX_TEXT_LENGTH = 500;

const text = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(MAX_TEXT_LENGTH));
const bilingual = v.object({ en: text, ar: text });
const siteFile = v.object({
  preacherName: bilingual,
  centerName: bilingual,
  heroTitle: bilingual,
  heroSubtitle: bilingual,
  heroDescription: bilingual,
  address: bilingual,
  logo: v.string(),
  logoDark: v.optional(v.string()),
  language: v.optional(v.picklist(['en', 'ar']), 'en'),
  hijriOffset: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-2), v.maxValue(2)), 0),
  categories: v.optional(v.array(v.pipe(v.string(), v.trim(), v.nonEmpty()))),
  statusLetter: v.optional(v.boolean(), true),
  fridayLetter: v.optional(v.boolean(), false),
  inboxCategory: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^[^_./\\][^/\\]{0,200}$/),
      v.check((name) => !unsafeInNames.test(name)),
    ),
  ),
  timeZone: v.optional(v.pipe(v.string(), v.check(isTimeZone))),
});

const file = 'site.json';

/**
 * Reads and checks `content/site.json`, which the owner edits, and the logos. Throws a `ConfigError` that names the file and the mistake.
 */
export function readSiteFile(contentDir: string, messages = settingsMessages(ownersLanguage(contentDir))) {
  const fail = failIn(file, messages);
  const json = readOwnersFile(contentDir, file, messages);
  if (json === undefined) return fail(messages.missingFile);
  if (Array.isArray(json)) return fail(messages.notObject);
  const result = v.safeParse(siteFile, json);
  if (!result.success) return fail(problemOf(result.issues[0], messages));
  const {
    logo: name,
    logoDark: darkName,
    language,
    hijriOffset,
    timeZone: _,
    statusLetter,
    fridayLetter,
    inboxCategory,
    ...texts
  } = result.output;
  const logo = readLogo(contentDir, 'logo', name, messages, fail);
  const logoDark =
    darkName === undefined ? undefined : readLogo(contentDir, 'logoDark', darkName, messages, fail);
  const logos: [Logo, ...Logo[]] = logoDark ? [logo, logoDark] : [logo];
  return {
    /** `logo` and `logoDark` are paths of the pictures on the site. `categories` has category names in the owner's order. */
    site: { ...texts, logo: logo.path, ...(logoDark && { logoDark: logoDark.path }) },
    /** The logo, and an optional one for the dark scheme. */
    logos,
    /** Language of the program's messages to the owner. */
    ownersLanguage: language,
    /** Days by which the owner's Hijri dates are ahead of the Umm al-Qura calendar; negative if behind. */
    hijriOffset,
    folder: { statusLetter, fridayLetter, inboxCategory, hijriOffset, preacherName: texts.preacherName },
  };
}

/** The owner's choices for publishing the folder of lessons and for the letters in it. */
export type FolderChoices = ReturnType<typeof readSiteFile>['folder'];

function problemOf(issue: v.InferIssue<typeof siteFile>, messages: SettingsMessages): string {
  const [entry, language = 'en'] = issue.path?.map(({ key }) => String(key)) ?? [];
  if (entry === undefined) return messages.notObject;
  if (entry === 'language') return messages.language;
  if (entry === 'hijriOffset') return messages.hijriOffset;
  if (entry === 'statusLetter' || entry === 'fridayLetter') return messages.flag(entry);
  if (entry === 'inboxCategory') return messages.inboxCategory;
  if (entry === 'categories') return messages.categories;
  if (entry === 'timeZone') return messages.timeZone;
  if (entry.startsWith('logo')) return messages.logoName(entry);
  return issue.type === 'max_length'
    ? messages.longText(entry, language, MAX_TEXT_LENGTH)
    : messages.text(entry, language);
}

type Logo = ReturnType<typeof readLogo>;

/** Reads the owner's logo; returns its path on the site, media type and bytes. Calls `fail` if the logo cannot be used. */
function readLogo(contentDir: string, entry: string, name: string, messages: SettingsMessages, fail: Fail) {
  const path = resolve(contentDir, name);
  const relativePath = relative(contentDir, path);
  // On Windows, a path to another drive remains absolute.
  if (isAbsolute(relativePath) || /^\.\.(?:[/\\]|$)/.test(relativePath))
    return fail(messages.logoFolder(entry, name));
  const extension = extname(path).toLowerCase();
  const type = imageTypes[extension];
  if (!type) return fail(messages.logoType(entry, Object.keys(imageTypes).join(', '), name));
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return fail(messages.logoUnreadable(name));
  }
  if (bytes.length > MAX_LOGO_BYTES) return fail(messages.logoLarge(name));
  // The path changes with the picture, so that browsers can cache it permanently.
  const version = hash('sha256', bytes).slice(0, 8);
  return { path: assetPath(`logo-${version}${extension}`), type, bytes };
}
