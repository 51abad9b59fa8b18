import { createInterface } from 'node:readline/promises';
import { isLanguage, type Language } from '#contract/language.ts';
import { ConfigError } from '#settings/config-error.ts';
import type { Messages } from '../messages/en.ts';
import { messagesIn } from '../messages/messages-in.ts';

type Both = Record<Language, string>;

/** What a new site begins with. */
export interface Answers {
  /** The owner's. */
  language: Language;
  preacherName: Both;
  centerName: Both;
  port: number;
}

/** Asks for one line; rejects when whoever is asked has gone. */
export type Ask = (question: string) => Promise<string>;

const longestName = 500;

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536;
}

/** The owner's language first, then the names in both languages and the port; an empty line takes what stands in brackets. */
export async function askAnswers(ask: Ask, usual: Answers): Promise<Answers> {
  const line = async (question: string, given: string, isRight: (text: string) => boolean, wrong: string) => {
    for (let problem = ''; ; problem = `${wrong}\n`) {
      const text = (await ask(`${problem}${question} [${given}] `)).trim() || given;
      if (isRight(text)) return text;
    }
  };
  const { newSite: both } = messagesIn(usual.language);
  const language = (await line(both.language, usual.language, isLanguage, both.wrongLanguage)) as Language;
  const say: Messages['newSite'] = messagesIn(language).newSite;
  const isName = (text: string) => text.length <= longestName;
  const names = async (question: Both, given: Both): Promise<Both> => ({
    en: await line(question.en, given.en, isName, say.longName(longestName)),
    ar: await line(question.ar, given.ar, isName, say.longName(longestName)),
  });
  return {
    language,
    preacherName: await names(say.preacherName, usual.preacherName),
    centerName: await names(say.centerName, usual.centerName),
    port: Number(await line(say.port, String(usual.port), isPort, say.wrongPort)),
  };
}

/** Asks at the terminal; Ctrl-C and Ctrl-D end it with nothing made. */
export async function askAtTerminal<Result>(
  work: (ask: Ask) => Promise<Result>,
  stopped: string,
): Promise<Result> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const gone = new Promise<never>((_resolve, reject) => {
    lines.once('close', () => reject(new ConfigError(`\n${stopped}`)));
  });
  gone.catch(() => {});
  try {
    return await Promise.race([work((question) => lines.question(question)), gone]);
  } finally {
    lines.close();
  }
}
