import { type ExitCode, exitCode } from '../exit-code.ts';
import type { Guard } from '../plan/guard.ts';
import type { CommandContext } from './command.ts';

/** Asks a question of yes or no; `--yes` answers it. Returns null when the owner agrees, else how the command ends. */
export async function agreeTo(
  question: string,
  { options, messages, screen }: CommandContext,
): Promise<ExitCode | null> {
  if (options.yes) return null;
  const answer = await screen.ask(question);
  if (answer !== null && messages.ask.yes.includes(answer.trim().toLowerCase())) return null;
  screen.print(answer === null ? messages.ask.noTerminal : messages.ask.refused);
  return exitCode.notAgreed;
}

/** Asks for the number of removals; `--remove N` answers it, `--yes` does not. */
export async function agreeToRemovals(
  guard: Guard,
  { options, messages, screen }: CommandContext,
): Promise<ExitCode | null> {
  const { removals } = guard;
  screen.print(messages.plan.guard(guard));
  if (options.remove === removals) return null;
  const answer =
    options.yes || options.remove !== null ? null : await screen.ask(messages.ask.number(removals));
  if (answer !== null && numberIn(answer) === removals) return null;
  screen.print(messages.ask.numberMissing(removals));
  return exitCode.numberMissing;
}

/** A typed number in European, Arabic or Persian digits. */
function numberIn(text: string): number {
  const latin = text.trim().replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
  return /^\d+$/.test(latin) ? Number(latin) : Number.NaN;
}
