import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSchema } from '#backend/schema.ts';
import { isLanguage, type Language } from '#contract/language.ts';
import { embeddedEndpoint } from '#contract/urls.ts';
import { isKeyGuessable, readConfig } from '#settings/config.ts';
import { ConfigError } from '#settings/config-error.ts';
import type { Environment } from '#settings/environment.ts';
import { schemaFile } from '#settings/folders.ts';
import { lessonFolder } from '#settings/lesson-folder.ts';
import { settingsMessages } from '#settings/messages.ts';
import { ownersLanguage } from '#settings/owners-language.ts';
import { readSiteFile } from '#settings/site-file.ts';
import { toLatinDigits } from '#text/fold.ts';
import type { Messages } from '../messages/en.ts';
import { type OpensPeriod, opensPeriods } from '../opens/opens.ts';

const flags = {
  lang: { type: 'string' },
  yes: { type: 'boolean', short: 'y', default: false },
  'dry-run': { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  repair: { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  remove: { type: 'string' },
  to: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Returns the language for messages: that of `--lang`, else the owner's. Never throws. */
export function readLanguage(args: string[], root: string): Language {
  const { lang } = parseArgs({ args, options: flags, strict: false }).values;
  return isLanguage(lang) ? lang : ownersLanguage(join(root, 'content'));
}

/** The parsed command line, and the settings that commands need. */
export type Options = ReturnType<typeof readOptions>;

/** Options that every command accepts, even if it asks no question or changes nothing. */
const COMMON_OPTIONS = ['lang', 'yes', 'dry-run', 'help'];

/**
 * Syntax of each command: the maximum number of operands (a folder, a number, a period or a file), and its options. `help` and
 * unknown commands accept everything.
 */
export const commandSyntax = new Map<string, { operands: number; options: (keyof typeof flags)[] }>([
  ['publish', { operands: 1, options: ['remove', 'all'] }],
  ['undo', { operands: 1, options: ['remove', 'all'] }],
  ['history', { operands: 0, options: ['all'] }],
  ['opens', { operands: 1, options: ['json', 'all'] }],
  ['letter', { operands: 0, options: [] }],
  ['backup', { operands: 1, options: ['replace'] }],
  ['restore', { operands: 1, options: [] }],
  ['verify', { operands: 0, options: ['repair'] }],
  ['doctor', { operands: 0, options: ['json'] }],
  ['setup', { operands: 0, options: [] }],
  ['move', { operands: 0, options: ['to'] }],
]);

/** Returns the commands that accept an option; none for a common option. */
export function commandsWith(option: string): string[] {
  return [...commandSyntax].flatMap(([name, { options }]) =>
    options.some((accepted) => accepted === option) ? name : [],
  );
}

/** Reads the command line and the settings. Throws a `ConfigError` if they are invalid. */
export function readOptions(args: string[], env: Environment, root: string, texts: Messages['error']) {
  const { values, positionals, usedOptions } = parseCommandLine(args, texts);
  const [command = 'help', operand] = positionals;
  const syntax = values.help ? undefined : commandSyntax.get(command);
  const surplusOperand = positionals[1 + (syntax?.operands ?? positionals.length)];
  if (surplusOperand !== undefined) throw new ConfigError(texts.unexpectedArgument(surplusOperand));
  const isAccepted = (option: string) =>
    !syntax || COMMON_OPTIONS.includes(option) || commandsWith(option).includes(command);
  const otherOption = usedOptions.find((option) => !isAccepted(option));
  if (otherOption !== undefined)
    throw new ConfigError(texts.otherCommandsOption(`--${otherOption}`, command, commandsWith(otherOption)));
  const { help, lang, remove, 'dry-run': dryRun, ...otherOptions } = values;
  const number = command === 'undo' && operand !== undefined ? parseNumber(operand) : null;
  if (lang !== undefined && !isLanguage(lang)) throw new ConfigError(texts.wrongOption('--lang', lang));
  const removals = remove === undefined ? null : parseNumber(remove);
  if (remove !== undefined && Number.isNaN(removals))
    throw new ConfigError(texts.wrongOption('--remove', remove));
  if (operand?.trim() === '') throw new ConfigError(texts.needsValue(command));
  if (operand !== undefined && Number.isNaN(number))
    throw new ConfigError(texts.wrongOption('undo', operand));
  const period = command === 'opens' ? parsePeriod(operand) : 'week';
  if (!period) throw new ConfigError(texts.wrongOption('opens', operand ?? ''));
  const language = readLanguage(args, root);
  const config = readConfig(root, env, settingsMessages(language));
  // npm runs scripts in the project's folder and passes the original one in `INIT_CWD`.
  const workingDir = env.INIT_CWD || process.cwd();
  const operandPath = operand === undefined ? null : resolve(workingDir, operand);
  const { dataDir, libraryDir, owners } = config;
  const { endpoint, projectId } = owners;
  const isEmbedded = endpoint === embeddedEndpoint;
  const library = isEmbedded ? 'embedded' : `${endpoint} ${projectId}`;
  const folderSettings = { root, dataDir, libraryDir, library };
  return {
    ...otherOptions,
    command: help ? 'help' : command,
    /** The operand as a path, resolved against the owner's working directory; null if absent. */
    operand: operandPath,
    language,
    dryRun,
    /** The period that `opens` counts. */
    period,
    /** Number of removals that the owner confirmed with `--remove`; null without this option. */
    remove: removals,
    /** Number of the publication to undo; null for the last one. */
    number,
    folder: (command === 'publish' && operandPath) || lessonFolder(folderSettings),
    /** Settings that determine the folder if the command does not name one. */
    folderSettings,
    dataDir,
    /** Throws if `site.json` has a mistake: without its `inboxCategory`, the lessons of that category would be removed. */
    get choices() {
      return readSiteFile(join(root, 'content'), settingsMessages(language)).folder;
    },
    /** The folder with `content/`; see `ownersFolder`. */
    root,
    /** Ids of the library in the data folder: the site's, or those of the schema if the site reads from a hosted project. */
    get localIds() {
      const { projectId, databases, buckets } = readSchema(schemaFile(root));
      const [databaseId = ''] = databases.keys();
      const [bucketId = ''] = buckets.keys();
      const tables = { categoriesTableId: 'categories', filesTableId: 'files', pagesTableId: 'pages' };
      return config.embedded ? config.backend : { projectId, databaseId, bucketId, ...tables };
    },
    /** The site's public address, if it is set. */
    siteUrl: config.siteUrl ?? null,
    /** Whether the key of the embedded backend can be guessed; false for a hosted project. */
    isKeyGuessable: isEmbedded && isKeyGuessable(config),
    /** The hosted project, with an empty key if none is set; null for the embedded backend. */
    hosted: isEmbedded ? null : { ...owners, key: config.apiKeys[0] ?? '', site: config.siteUrl ?? null },
  };
}

/** Parses a period of `opens` in either language; a week if absent, undefined for other texts. */
function parsePeriod(text = 'week'): OpensPeriod | undefined {
  const arabic = new Map<string, OpensPeriod>([
    ['أسبوع', 'week'],
    ['شهر', 'month'],
    ['الكل', 'all'],
  ]);
  return arabic.get(text) ?? opensPeriods.find((period) => period === text.toLowerCase());
}

/** Parses a number such as `7` or `#7`, in digits of any script; NaN for other texts. */
export function parseNumber(text: string): number {
  return Number(/^#?(\d+)$/.exec(toLatinDigits(text.trim()))?.[1] ?? Number.NaN);
}

/**
 * Parses the command line, and lists the names of the options in it. Throws a `ConfigError` before `parseArgs` throws, because its
 * messages exist only in English.
 */
function parseCommandLine(args: string[], texts: Messages['error']) {
  const config = { args, options: flags, allowPositionals: true } as const;
  const usedOptions: string[] = [];
  for (const token of parseArgs({ ...config, strict: false, tokens: true }).tokens) {
    if (token.kind !== 'option') continue;
    const type = Object.hasOwn(flags, token.name) && flags[token.name as keyof typeof flags].type;
    if (!type) throw new ConfigError(texts.unknownOption(token.rawName));
    if (type === 'boolean' && token.value !== undefined)
      throw new ConfigError(texts.takesNoValue(token.rawName));
    if (
      type === 'string' &&
      (token.value === undefined || (!token.inlineValue && token.value.startsWith('-')))
    )
      throw new ConfigError(texts.needsValue(token.rawName));
    usedOptions.push(token.name);
  }
  return { ...parseArgs(config), usedOptions };
}
