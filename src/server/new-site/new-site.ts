import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Language } from '#contract/language.ts';
import { ConfigError } from '#settings/config-error.ts';
import { programFolder, programVersion } from '#settings/folders.ts';
import { messagesIn } from '../messages/messages-in.ts';
import { folderFailure } from '../opening-failure.ts';
import { main as start } from '../start.ts';
import { askAnswers, askAtTerminal } from './answers.ts';
import { foreignEntries, install, isSite, makeSiteFolder, setScripts, usualAnswers } from './site-folder.ts';

/** `npx minbar`: in a site's folder starts it; elsewhere makes one after three questions, and starts it. */
export async function main(args: string[]): Promise<void> {
  const language: Language = /^ar/i.test(Intl.DateTimeFormat().resolvedOptions().locale) ? 'ar' : 'en';
  const say = messagesIn(language).newSite;
  const { yes, start: goesOn, folder: named, tells } = read(args, say.usage);
  if (tells) return console.log(tells);
  const folder = named === undefined && isSite('.') ? process.cwd() : resolve(named ?? 'minbar');
  try {
    if (isSite(folder)) setScripts(folder, programVersion);
    else await make(folder, yes, language);
    if (!install(folder, programFolder)) console.warn(say.notInstalled(folder));
    process.chdir(folder);
  } catch (error) {
    throw folderFailure(error, folder, say);
  }
  if (goesOn) await start();
}

/** What is said on the command line; `tells` is what was only asked to be told. */
function read(args: string[], usage: string) {
  try {
    const options = {
      yes: { type: 'boolean', short: 'y', default: false },
      'no-start': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const tells = values.help ? usage : values.version ? programVersion : undefined;
    if (positionals.length <= 1)
      return { yes: values.yes, start: !values['no-start'], folder: positionals[0], tells };
  } catch {
    // Said below.
  }
  throw new ConfigError(usage);
}

async function make(folder: string, yes: boolean, language: Language): Promise<void> {
  const say = messagesIn(language).newSite;
  const foreign = foreignEntries(folder);
  if (foreign.length > 0) throw new ConfigError(say.notEmpty(folder, foreign[0] ?? ''));
  if (!yes && !(process.stdin.isTTY && process.stdout.isTTY)) throw new ConfigError(say.nobody);
  const content = join(programFolder, 'content');
  const usual = usualAnswers(content, language);
  const answers = yes ? usual : await askAtTerminal((ask) => askAnswers(ask, usual), say.stopped);
  makeSiteFolder(folder, content, answers, programVersion);
  const { newSite } = messagesIn(answers.language);
  console.log(newSite.made(folder, newSite.firstCategory));
}
