import { AppwriteCatalogue, type Catalogue } from '../catalogue/appwrite-catalogue.ts';
import type { Target } from '../catalogue/target.ts';
import { type HeldLock, withLock } from '../journal/lock.ts';
import type { Messages } from '../messages/en.ts';
import { numberIn, type Options } from '../options.ts';
import type { Guard } from '../plan/guard.ts';
import type { Screen } from '../screen.ts';

/** How a command ended, for scripts. Documented in `docs/commands.md`. */
export const exitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  notAgreed: 3,
  numberMissing: 4,
  attention: 5,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** What every command is given. */
export interface CommandContext {
  options: Options;
  messages: Messages;
  screen: Screen;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

export type Command = (context: CommandContext) => Promise<ExitCode>;

/** Ends a dry run: says that nothing was changed. */
export function endDryRun({ messages, screen }: CommandContext, code: ExitCode = exitCode.done): ExitCode {
  screen.print(messages.ask.dryRun);
  return code;
}

/** A library for a look at it: in a dry run what is learned while reading is not noted in its journal. */
export function catalogueOn(target: Target, { options, signal }: CommandContext): Catalogue {
  const catalogue = new AppwriteCatalogue(target, signal);
  return options.dryRun ? Object.create(catalogue, { saveJournal: { value: async () => {} } }) : catalogue;
}

/** Works on a library while nobody else publishes to it; says so where that has to be waited for. */
export function locked<Result>(
  target: Target,
  { messages, screen, signal }: CommandContext,
  work: (lock: HeldLock) => Promise<Result>,
): Promise<Result> {
  const waiting = () => screen.print(messages.publish.waiting);
  return withLock(new AppwriteCatalogue(target), work, waiting, signal);
}

/** Tells how far a work of many files is, with a line for every hundred; breaks it off when the owner does. */
export function everyHundred(
  { screen, signal }: CommandContext,
  sentence: (done: number, all: number) => string,
): (done: number, all: number) => void {
  return (done, all) => {
    signal.throwIfAborted();
    if (done === all || done % 100 === 0) screen.print(sentence(done, all));
  };
}

/**
 * Asks a question of yes or no, which `--yes` answers; of a guarded plan, for the number of removals, which `--remove N` answers
 * and `--yes` does not. Returns null when the owner agrees, else how the command ends.
 */
export async function agreeTo(question: string, context: CommandContext, guard: Guard | null = null) {
  if (guard) return agreeToRemovals(guard, context);
  const { options, messages, screen } = context;
  if (options.yes) return null;
  const answer = await screen.ask(question);
  if (answer !== null && messages.ask.yes.includes(answer.trim().toLowerCase())) return null;
  screen.print(answer === null ? messages.ask.noTerminal : messages.ask.refused);
  return exitCode.notAgreed;
}

async function agreeToRemovals(guard: Guard, { options, messages, screen }: CommandContext) {
  const { removals } = guard;
  screen.print(messages.plan.guard(guard));
  if (options.remove === removals) return null;
  const isAsked = !options.yes && options.remove === null;
  const answer = isAsked ? await screen.ask(messages.ask.number(removals)) : null;
  if (answer !== null && numberIn(answer) === removals) return null;
  screen.print(messages.ask.numberMissing(removals));
  return exitCode.numberMissing;
}
