import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import type { Target } from './catalogue/target.ts';
import { type LessonFolderSettings, lessonFolder } from './lesson-folder.ts';
import { isLanguage, type Language } from './messages/language.ts';

type Environment = Record<string, string | undefined>;

/** What the owner asked for, and where. */
export interface Options {
  command: string;
  /** What follows the command, made absolute against the folder the owner is in. */
  operand: string | null;
  language: Language;
  yes: boolean;
  dryRun: boolean;
  all: boolean;
  repair: boolean;
  /** The number of lessons the owner agreed to take off the site. */
  remove: number | null;
  to: string | null;
  /** Of the publication that is taken back; null for the last one. */
  number: number | null;
  folder: string;
  /** By what `folder` is found when it is not named. */
  folderSettings: LessonFolderSettings;
  dataDir: string;
  /** The project's own folder. */
  root: string;
  /** The ids of the library, the same wherever it is. */
  ids: Omit<Target, 'endpoint' | 'key' | 'embedded' | 'site'>;
  /** The hosted project, when one is configured; its key may be missing. */
  hosted: { endpoint: string; projectId: string; key: string | null } | null;
  /** The origin of the public site, when it is told. */
  siteUrl: string | null;
}

/** What was typed makes no sense; the message is for the owner. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const flags = {
  lang: { type: 'string' },
  yes: { type: 'boolean', short: 'y', default: false },
  'dry-run': { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  repair: { type: 'boolean', default: false },
  remove: { type: 'string' },
  to: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** The environment: what is set, then the project's `.env.local` and `.env`, as the site reads it. */
export function readEnvironment(root: string): Environment {
  const files = ['.env.local', '.env'].map((name) => join(root, name)).filter((path) => existsSync(path));
  const settings = files.map((path) => parseEnv(readFileSync(path, 'utf8')));
  return { ...settings[1], ...settings[0], ...process.env };
}

/** The language the owner reads: `--lang`, else `language` of `content/site.json`, else English. Never throws. */
export function readLanguage(args: string[], root: string): Language {
  const said = args
    .map((arg, index) => (arg === '--lang' ? args[index + 1] : /^--lang=(.*)$/.exec(arg)?.[1]))
    .find(isLanguage);
  if (said) return said;
  try {
    const { language } = JSON.parse(readFileSync(join(root, 'content/site.json'), 'utf8'));
    return isLanguage(language) ? language : 'en';
  } catch {
    return 'en';
  }
}

/** Reads the command line and the environment. Throws a `UsageError`, or `missing` of a setting's name, see `say`. */
export function readOptions(
  args: string[],
  env: Environment,
  root: string,
  say: { wrongOption(name: string, value: string): string; missing(name: string): string },
): Options {
  const { values, positionals } = parse(args);
  const [command = 'help', operand] = positionals;
  if (values.lang !== undefined && !isLanguage(values.lang))
    throw new UsageError(say.wrongOption('--lang', values.lang));
  if (values.remove !== undefined && !/^\d+$/.test(values.remove)) {
    throw new UsageError(say.wrongOption('--remove', values.remove));
  }
  if (command === 'undo' && operand !== undefined && !/^\d+$/.test(numberIn(operand))) {
    throw new UsageError(say.wrongOption('undo', operand));
  }
  const setting = (name: string, site = `VITE_${name}`) => {
    const value = env[name]?.trim() || env[site]?.trim();
    if (!value) throw new UsageError(say.missing(site));
    return value;
  };
  const projectId = setting('APPWRITE_PROJECT_ID');
  // npm runs scripts in the project's folder and tells where the owner was.
  const here = env.INIT_CWD || process.cwd();
  const absolute = operand === undefined ? null : resolve(here, operand);
  const endpoint = setting('APPWRITE_ENDPOINT').replace(/\/$/, '');
  const site = env.SITE_URL?.trim();
  if (site && !/^https?:\/\/[^/]/.test(site)) throw new UsageError(say.wrongOption('SITE_URL', site));
  const dataDir = resolve(root, env.DATA_DIR || 'data');
  const library = endpoint.startsWith('/') ? 'embedded' : `${endpoint} ${projectId}`;
  const folderSettings = { root, dataDir, libraryDir: env.LIBRARY_DIR || undefined, library };
  return {
    command: values.help ? 'help' : command,
    operand: absolute,
    language: readLanguage(args, root),
    yes: values.yes,
    dryRun: values['dry-run'],
    all: values.all,
    repair: values.repair,
    remove: values.remove === undefined ? null : Number(values.remove),
    to: values.to ?? null,
    number: command === 'undo' && operand !== undefined ? Number(numberIn(operand)) : null,
    folder: (command === 'publish' && absolute) || lessonFolder(folderSettings),
    folderSettings,
    dataDir,
    root,
    ids: {
      projectId,
      databaseId: setting('APPWRITE_DATABASE_ID'),
      categoriesTableId: setting('APPWRITE_CATEGORIES_TABLE_ID'),
      filesTableId: setting('APPWRITE_FILES_TABLE_ID'),
      changesTableId: env.APPWRITE_CHANGES_TABLE_ID?.trim() || 'changes',
      bucketId: setting('APPWRITE_BUCKET_ID'),
    },
    hosted: endpoint.startsWith('/')
      ? null
      : { endpoint, projectId, key: env.APPWRITE_API_KEY?.trim() || null },
    siteUrl: site ? new URL(site).origin : null,
  };
}

/** A number in the digits of any script the owner may type, without its sign. */
function numberIn(text: string): string {
  const latin = text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
  return latin.replace(/^#/, '');
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: flags, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
