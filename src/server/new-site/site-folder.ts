import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language } from '#contract/language.ts';
import { programFolder, programVersion } from '#settings/folders.ts';
import { applyTimeZone } from '#settings/time-zone.ts';
import { messagesIn } from '../messages.ts';

/** The owner's answers for a new site. */
export interface Answers {
  /** Language of messages to the owner. */
  language: Language;
  preacherName: Record<Language, string>;
  centerName: Record<Language, string>;
  port: number;
}

/** Folder of the sample content, from which a new site's content is copied. */
const sampleDir = join(programFolder, 'content');
const copiedFiles = ['logo.svg', 'logo-dark.svg', 'glossary.json'];
/** Entries that a folder can have when it becomes a site: Minbar's own files, earlier data, and files of npm and git. */
const siteEntries = ['content', 'data', '.env', 'README.md'];
const toolEntries = ['package.json', 'package-lock.json', 'node_modules', '.npmrc', '.git', '.gitignore'];

/** Whether a folder contains a site. */
export const isSite = (folder: string): boolean => existsSync(join(folder, 'content/site.json'));

/** Lists the entries of a folder that belong neither to a site nor to npm or git. */
export function listForeignEntries(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => ![...siteEntries, ...toolEntries].includes(name));
}

/** Returns the default answers: the given language, the names in the sample content, and port 3000. */
export function readDefaultAnswers(language: Language): Answers {
  const { preacherName, centerName } = JSON.parse(readFileSync(join(sampleDir, 'site.json'), 'utf8'));
  return { language, preacherName, centerName, port: 3000 };
}

/** Creates a site's folder: settings, a guide, `package.json` and content. Existing files, except `package.json`, remain unchanged. */
export function makeSiteFolder(folder: string, answers: Answers): void {
  const { language, port } = answers;
  const messages = messagesIn(language).newSite;
  mkdirSync(folder, { recursive: true });
  writeIfMissing(join(folder, '.env'), `${messages.settings(port)}\n`);
  writeIfMissing(join(folder, 'README.md'), `${messages.readme(messages.firstCategory)}\n`);
  setScripts(folder, programVersion);
  makeContent(folder, answers);
}

/**
 * Creates a site's content with an empty library. Existing files remain unchanged. `site.json` is written last, so that
 * the next start repeats an interrupted creation.
 */
export function makeContent(folder: string, answers: Answers): void {
  const { language, preacherName, centerName } = answers;
  const { firstCategory } = messagesIn(language).newSite;
  mkdirSync(join(folder, 'content/library', firstCategory), { recursive: true });
  for (const name of copiedFiles)
    writeIfMissing(join(folder, 'content', name), readFileSync(join(sampleDir, name)));
  const site = JSON.parse(readFileSync(join(sampleDir, 'site.json'), 'utf8'));
  const timeZone = applyTimeZone(join(folder, 'content'));
  const siteFile = { ...site, preacherName, centerName, language, timeZone };
  writeIfMissing(join(folder, 'content/site.json'), `${JSON.stringify(siteFile, null, 2)}\n`);
}

function writeIfMissing(path: string, content: string | Buffer): void {
  if (!existsSync(path)) writeFileSync(path, content);
}

/** Makes `npm start` and `npm run library` of a folder run `version`, unless the owner wrote other scripts or another range. */
export function setScripts(folder: string, version: string): void {
  const path = join(folder, 'package.json');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '{ "private": true }';
  const manifest = JSON.parse(text);
  const scripts: Record<string, string> = { ...manifest.scripts };
  for (const [name, script] of Object.entries({ start: 'minbar', library: 'minbar library' })) {
    // Also replaces the scripts of earlier versions, which queried the npm registry at each start.
    const isGenerated = /^(?:npx --yes minbar@\S+|minbar)( library)?$/.test(scripts[name] ?? script);
    if (isGenerated) scripts[name] = script;
  }
  // Keeps a range or path that the owner wrote.
  const range: string = manifest.dependencies?.minbar ?? version;
  const isOneVersion = /^\d+\.\d+\.\d+(?:[-+]\S+)?$/.test(range);
  const dependencies = { ...manifest.dependencies, minbar: isOneVersion ? version : range };
  const updatedText = `${JSON.stringify({ ...manifest, scripts, dependencies }, null, 2)}\n`;
  if (updatedText !== text) writeFileSync(path, updatedText);
}

/** Installs the packages of a site's manifest, unless its `minbar` is already the one at `program`. Returns false if npm fails. */
export function install(folder: string, program: string, run = runNpm): boolean {
  try {
    const manifestPath = createRequire(join(folder, 'package.json')).resolve('minbar/package.json');
    if (realpathSync(dirname(manifestPath)) === realpathSync(program)) return true;
  } catch {
    // Not installed yet.
  }
  return run(folder);
}

function runNpm(folder: string): boolean {
  const isWindows = process.platform === 'win32';
  // Prefers npm's cache, because `npx` has just downloaded the same packages.
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline'];
  return (
    spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], shell: isWindows })
      .status === 0
  );
}
