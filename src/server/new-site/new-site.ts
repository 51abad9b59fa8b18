import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { isLanguage, type Language } from '#contract/language.ts';
import { ConfigError } from '#settings/config-error.ts';
import { programFolder, programVersion } from '#settings/folders.ts';
import { type Messages, messagesIn } from '../messages.ts';
import { folderFailure } from '../opening-failure.ts';
import { main as start } from '../start.ts';
import {
  type Answers,
  foreignEntries,
  install,
  isSite,
  makeSiteFolder,
  setScripts,
  usualAnswers,
} from './site-folder.ts';

/** `npx minbar`: starts the site of this folder, or creates one after three questions and starts it. */
export async function main(args: string[]): Promise<void> {
  const language: Language = /^ar/i.test(Intl.DateTimeFormat().resolvedOptions().locale) ? 'ar' : 'en';
  const messages = messagesIn(language).newSite;
  const { yes, start: goesOn, folder: folderName, tells: information } = read(args, messages.usage);
  if (information) return console.log(information);
  const folder = folderName === undefined && isSite('.') ? process.cwd() : resolve(folderName ?? 'minbar');
  try {
    if (isSite(folder)) setScripts(folder, programVersion);
    else await make(folder, yes, language);
    if (!install(folder, programFolder)) console.warn(messages.notInstalled(folder));
    process.chdir(folder);
  } catch (error) {
    throw folderFailure(error, folder, messages);
  }
  if (goesOn) await start();
}

/** Parses the command line; `tells` is text to print instead of starting. */
function read(args: string[], usage: string) {
  try {
    const options = {
      yes: { type: 'boolean', short: 'y', default: false },
      'no-start': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const information = values.help ? usage : values.version ? programVersion : undefined;
    if (positionals.length <= 1)
      return { yes: values.yes, start: !values['no-start'], folder: positionals[0], tells: information };
  } catch {
    // Wrong options are reported below.
  }
  throw new ConfigError(usage);
}

async function make(folder: string, yes: boolean, language: Language): Promise<void> {
  const messages = messagesIn(language).newSite;
  const foreign = foreignEntries(folder);
  if (foreign.length > 0) throw new ConfigError(messages.notEmpty(folder, foreign[0] ?? ''));
  if (!yes && !(process.stdin.isTTY && process.stdout.isTTY)) throw new ConfigError(messages.notInteractive);
  const content = join(programFolder, 'content');
  const usual = usualAnswers(content, language);
  const answers = yes ? usual : await askAtTerminal((ask) => askAnswers(ask, usual), messages.canceled);
  makeSiteFolder(folder, content, answers, programVersion);
  const { newSite } = messagesIn(answers.language);
  console.log(newSite.created(folder, newSite.firstCategory));
}

type Both = Record<Language, string>;

/** Asks for one line; rejects if the input is closed. */
export type Ask = (question: string) => Promise<string>;

const MAX_NAME_CHARACTERS = 500;

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536;
}

/** Asks for the language, the names in both languages and the port; an empty line takes the default in brackets. */
export async function askAnswers(ask: Ask, usual: Answers): Promise<Answers> {
  const line = async (question: string, usual: string, isRight: (text: string) => boolean, wrong: string) => {
    for (let problem = ''; ; problem = `${wrong}\n`) {
      const text = (await ask(`${problem}${question} [${usual}] `)).trim() || usual;
      if (isRight(text)) return text;
    }
  };
  const { newSite: texts } = messagesIn(usual.language);
  const language = (await line(texts.language, usual.language, isLanguage, texts.wrongLanguage)) as Language;
  const messages: Messages['newSite'] = messagesIn(language).newSite;
  const isName = (text: string) => text.length <= MAX_NAME_CHARACTERS;
  const names = async (question: Both, usual: Both): Promise<Both> => ({
    en: await line(question.en, usual.en, isName, messages.nameTooLong(MAX_NAME_CHARACTERS)),
    ar: await line(question.ar, usual.ar, isName, messages.nameTooLong(MAX_NAME_CHARACTERS)),
  });
  return {
    language,
    preacherName: await names(messages.preacherName, usual.preacherName),
    centerName: await names(messages.centerName, usual.centerName),
    port: Number(await line(messages.port, String(usual.port), isPort, messages.wrongPort)),
  };
}

/** Asks at the terminal; Ctrl-C and Ctrl-D cancel before anything is created. */
export async function askAtTerminal<Result>(
  work: (ask: Ask) => Promise<Result>,
  stopped: string,
): Promise<Result> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const closing = new Promise<never>((_resolve, reject) => {
    lines.once('close', () => reject(new ConfigError(`\n${stopped}`)));
  });
  closing.catch(() => {});
  try {
    return await Promise.race([work((question) => lines.question(question)), closing]);
  } finally {
    lines.close();
  }
}
