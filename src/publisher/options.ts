import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { embeddedEndpoint, readConfig } from '#settings/config.ts';
import type { Environment } from '#settings/environment.ts';
import { type LessonFolderSettings, lessonFolder } from '#settings/lesson-folder.ts';
import { settingsMessages } from '#settings/messages/settings-messages.ts';
import { isLanguage, type Language, ownersLanguage } from '#settings/owners-language.ts';
import type { Target } from './catalogue/target.ts';

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
  json: boolean;
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
  /** The ids of the library that the commands work on. */
  ids: Omit<Target, 'endpoint' | 'key' | 'embedded' | 'site'>;
  /** Those of the embedded backend, when the site reads from it. */
  siteIds: Options['ids'] | null;
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
  json: { type: 'boolean', default: false },
  remove: { type: 'string' },
  to: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** The language of the sentences: `--lang`, else the owner's. Never throws. */
export function readLanguage(args: string[], root: string): Language {
  const said = args
    .map((arg, index) => (arg === '--lang' ? args[index + 1] : /^--lang=(.*)$/.exec(arg)?.[1]))
    .find(isLanguage);
  return said ?? ownersLanguage(join(root, 'content'));
}

/** Reads the command line and the settings. Throws a `UsageError` or a `ConfigError`. */
export function readOptions(
  args: string[],
  env: Environment,
  root: string,
  say: { wrongOption(name: string, value: string): string },
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
  const language = readLanguage(args, root);
  const config = readConfig(root, env, settingsMessages(language));
  // npm runs scripts in the project's folder and tells where the owner was.
  const here = env.INIT_CWD || process.cwd();
  const absolute = operand === undefined ? null : resolve(here, operand);
  const { endpoint, ...ids } = config.owners;
  const { endpoint: _, ...siteIds } = config.backend;
  const folderSettings = {
    root,
    dataDir: config.dataDir,
    libraryDir: config.libraryDir,
    library: endpoint === embeddedEndpoint ? 'embedded' : `${endpoint} ${ids.projectId}`,
  };
  return {
    command: values.help ? 'help' : command,
    operand: absolute,
    language,
    yes: values.yes,
    dryRun: values['dry-run'],
    all: values.all,
    repair: values.repair,
    json: values.json,
    remove: values.remove === undefined ? null : Number(values.remove),
    to: values.to ?? null,
    number: command === 'undo' && operand !== undefined ? Number(numberIn(operand)) : null,
    folder: (command === 'publish' && absolute) || lessonFolder(folderSettings),
    folderSettings,
    dataDir: config.dataDir,
    root,
    ids,
    siteIds: config.embedded
      ? { ...siteIds, changesTableId: ids.changesTableId, pagesTableId: ids.pagesTableId }
      : null,
    hosted:
      endpoint === embeddedEndpoint
        ? null
        : { endpoint, projectId: ids.projectId, key: config.apiKeys[0] ?? null },
    siteUrl: config.siteUrl ?? null,
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
