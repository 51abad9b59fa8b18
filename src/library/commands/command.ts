import type { Messages } from '../messages/en.ts';
import type { Guard } from '../plan/guard.ts';
import type { OpenLibrary } from '../sync/open-library.ts';
import { numberIn, type Options } from './options.ts';
import type { Screen } from './terminal.ts';

/** Exit codes for scripts, documented in `docs/commands.md`. */
export const exitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  notAgreed: 3,
  numberMissing: 4,
  attention: 5,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** Arguments of every command. */
export interface CommandContext {
  options: Options;
  messages: Messages;
  screen: Screen;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

export type Command = (context: CommandContext) => Promise<ExitCode>;

/** A command that has exclusive access to the library in the data folder. */
export type LibraryCommand = (context: CommandContext & OpenLibrary) => Promise<ExitCode>;

/** Ends a dry run with the message that nothing was changed. */
export function endDryRun({ messages, screen }: CommandContext, code: ExitCode = exitCode.done): ExitCode {
  screen.print(messages.ask.dryRun);
  return code;
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
