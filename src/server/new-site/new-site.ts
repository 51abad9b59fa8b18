import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { isLanguage, type Language } from '#contract/language.ts';
import { ConfigError } from '#settings/config-error.ts';
import { programFolder, programVersion } from '#settings/folders.ts';
import { messagesIn } from '../messages.ts';
import { explainFolderFailure } from '../opening-failure.ts';
import { main as start } from '../start.ts';
import {
  type Answers,
  install,
  isSite,
  listForeignEntries,
  makeSiteFolder,
  readDefaultAnswers,
  setScripts,
} from './site-folder.ts';

/**
 * Runs `npx minbar`: creates a site after a few questions, unless the folder is one, then installs its packages and starts it. The
 * folder is the named one, the current one if it is a site, or else `minbar`.
 */
export async function main(args: string[]): Promise<void> {
  const language: Language = /^ar/i.test(Intl.DateTimeFormat().resolvedOptions().locale) ? 'ar' : 'en';
  const messages = messagesIn(language).newSite;
  const { acceptsDefaults, shouldStart, folder: folderName, output } = parseCommandLine(args, messages.usage);
  if (output) return console.log(output);
  const folder = folderName === undefined && isSite('.') ? process.cwd() : resolve(folderName ?? 'minbar');
  try {
    if (isSite(folder)) setScripts(folder, programVersion);
    else await createSite(folder, acceptsDefaults, language);
    if (!install(folder, programFolder)) console.warn(messages.notInstalled(folder));
    process.chdir(folder);
  } catch (error) {
    throw explainFolderFailure(error, folder, messages);
  }
  if (shouldStart) await start();
}

/** Parses the command line; `output` is text to print instead of starting. Throws a `ConfigError` for an unknown option or two folders. */
function parseCommandLine(args: string[], usage: string) {
  try {
    const options = {
      yes: { type: 'boolean', short: 'y', default: false },
      'no-start': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const output = values.help ? usage : values.version ? programVersion : undefined;
    if (positionals.length <= 1)
      return {
        acceptsDefaults: values.yes,
        shouldStart: !values['no-start'],
        folder: positionals[0],
        output,
      };
  } catch {
    // An unknown option causes the error below.
  }
  throw new ConfigError(usage);
}

async function createSite(folder: string, acceptsDefaults: boolean, language: Language): Promise<void> {
  const messages = messagesIn(language).newSite;
  const [foreignName] = listForeignEntries(folder);
  if (foreignName !== undefined) throw new ConfigError(messages.notEmpty(folder, foreignName));
  if (!acceptsDefaults && !(process.stdin.isTTY && process.stdout.isTTY))
    throw new ConfigError(messages.notInteractive);
  const defaults = readDefaultAnswers(language);
  const answers = acceptsDefaults
    ? defaults
    : await askAtTerminal((ask) => askQuestions(ask, defaults), messages.canceled);
  makeSiteFolder(folder, answers);
  const { newSite } = messagesIn(answers.language);
  console.log(newSite.created(folder, newSite.firstCategory));
}

type Bilingual = Record<Language, string>;

/** Asks the owner a question and returns the typed line. Never settles if the input is closed. */
type Ask = (question: string) => Promise<string>;

const MAX_NAME_CHARACTERS = 500;

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536;
}

/** Asks for the language, the names and the port, each until the answer is valid; an empty line takes the default in brackets. */
export async function askQuestions(ask: Ask, defaults: Answers): Promise<Answers> {
  const askUntilValid = async (
    question: string,
    defaultText: string,
    isValid: (text: string) => boolean,
    problemText: string,
  ) => {
    for (let problem = ''; ; problem = `${problemText}\n`) {
      const text = (await ask(`${problem}${question} [${defaultText}] `)).trim() || defaultText;
      if (isValid(text)) return text;
    }
  };
  const { newSite: texts } = messagesIn(defaults.language);
  const language = (await askUntilValid(
    texts.language,
    defaults.language,
    isLanguage,
    texts.wrongLanguage,
  )) as Language;
  const messages = messagesIn(language).newSite;
  const isName = (text: string) => text.length <= MAX_NAME_CHARACTERS;
  const askBoth = async (question: Bilingual, defaultNames: Bilingual): Promise<Bilingual> => ({
    en: await askUntilValid(question.en, defaultNames.en, isName, messages.nameTooLong(MAX_NAME_CHARACTERS)),
    ar: await askUntilValid(question.ar, defaultNames.ar, isName, messages.nameTooLong(MAX_NAME_CHARACTERS)),
  });
  return {
    language,
    preacherName: await askBoth(messages.preacherName, defaults.preacherName),
    centerName: await askBoth(messages.centerName, defaults.centerName),
    port: Number(await askUntilValid(messages.port, String(defaults.port), isPort, messages.wrongPort)),
  };
}

/** Runs `work` with questions at the terminal. Rejects with a `ConfigError` if the owner cancels with Ctrl-C or Ctrl-D. */
async function askAtTerminal<Result>(
  work: (ask: Ask) => Promise<Result>,
  cancelMessage: string,
): Promise<Result> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const inputClosed = new Promise<never>((_resolve, reject) => {
    lines.once('close', () => reject(new ConfigError(`\n${cancelMessage}`)));
  });
  inputClosed.catch(() => {});
  try {
    return await Promise.race([work((question) => lines.question(question)), inputClosed]);
  } finally {
    lines.close();
  }
}
