import { clearLine, cursorTo } from 'node:readline';
import { createInterface } from 'node:readline/promises';
import type { PdfProcess } from '#reader/pdf-process.ts';
import type { Messages } from '../messages/en.ts';
import type { Guard } from '../plan/guard.ts';
import type { OpenLibrary } from '../sync/open-library.ts';
import { type Options, parseNumber } from './options.ts';

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
  /** Opens and reads PDFs in one process for the whole command. The process starts with the first PDF. */
  pdfs: PdfProcess;
}

export type Command = (context: CommandContext) => Promise<ExitCode>;

/** Arguments of a command with exclusive access to the library in the data folder. */
export type LibraryContext = CommandContext & OpenLibrary;

export type LibraryCommand = (context: LibraryContext) => Promise<ExitCode>;

/** Prints that a dry run changed nothing; returns the exit code. */
export function endDryRun({ messages, screen }: CommandContext, code: ExitCode = exitCode.done): ExitCode {
  screen.print(messages.prompts.dryRun);
  return code;
}

/**
 * Asks for confirmation, unless `--yes` is set. A guarded plan needs the number of removals: from `--remove`, or as the answer to a
 * question, which is asked only without `--yes` and `--remove`. Returns null if the owner agrees, else the exit code.
 */
export async function askToConfirm(question: string, context: CommandContext, guard: Guard | null = null) {
  if (guard) return confirmRemovals(guard, context);
  const { options, messages, screen } = context;
  if (options.yes) return null;
  const answer = await screen.ask(question);
  if (isYes(answer, messages)) return null;
  const isUnasked = answer === null && !screen.isTerminal;
  screen.print(isUnasked ? messages.prompts.noTerminal : messages.prompts.refused);
  return exitCode.notAgreed;
}

/** Whether an answer is a yes in the owner's language. */
export function isYes(answer: string | null, { prompts }: Messages): boolean {
  return answer !== null && prompts.yes.includes(answer.trim().toLowerCase());
}

async function confirmRemovals(guard: Guard, { options, messages, screen }: CommandContext) {
  const { removals } = guard;
  screen.print(messages.plan.guard(guard));
  if (options.remove === removals) return null;
  const isAsked = !options.yes && options.remove === null;
  const answer = isAsked ? await screen.ask(messages.prompts.number(removals)) : null;
  if (answer !== null && parseNumber(answer) === removals) return null;
  screen.print(messages.prompts.numberMissing(removals));
  return exitCode.numberMissing;
}

/** Prints the output of a command and asks its questions. */
export interface Screen {
  /** Whether the owner can answer, and a line can be overwritten. */
  isTerminal: boolean;
  print(line: string): void;
  /** Shows progress; overwrites the previous progress. */
  progress(line: string): void;
  /** Asks the owner; the signal ends the question. Returns null if the owner cannot or does not answer, as after Ctrl-C. */
  ask(question: string, signal?: AbortSignal): Promise<string | null>;
  /** Packs the archive in the process of the command; set only if the site runs the command. Returns the size in bytes. */
  packArchive?(): Promise<number>;
}

/** Time after which an unanswered question ends, because an open question blocks the library. */
export const MAX_ANSWER_MS = 10 * 60_000;

type TerminalStream<Stream> = Stream & { isTTY?: boolean };

/** Creates the screen of a command that runs in this process. `stopSignal` ends its questions. */
export function createTerminal(
  stopSignal: AbortSignal,
  input: TerminalStream<NodeJS.ReadableStream> = process.stdin,
  output: TerminalStream<NodeJS.WritableStream> = process.stdout,
): Screen {
  const isTerminal = Boolean(input.isTTY && output.isTTY);
  let isProgressShown = false;
  const clearProgress = () => {
    if (!isProgressShown) return;
    cursorTo(output, 0);
    clearLine(output, 0);
    isProgressShown = false;
  };
  return {
    isTerminal,
    print(line) {
      clearProgress();
      output.write(`${line}\n`);
    },
    progress(line) {
      clearProgress();
      output.write(line);
      isProgressShown = true;
    },
    async ask(question, signal) {
      clearProgress();
      if (!isTerminal) return null;
      const prompt = createInterface({ input, output });
      const ends = [AbortSignal.timeout(MAX_ANSWER_MS), stopSignal, ...(signal ? [signal] : [])];
      // Ctrl-C, Ctrl-D and the end of the input all close the prompt; a signal only rejects the question.
      const answer = await new Promise<string | null>((resolve) => {
        prompt.once('close', () => resolve(null));
        prompt.question(question, { signal: AbortSignal.any(ends) }).then(resolve, () => resolve(null));
      });
      prompt.close();
      if (answer === null) output.write('\n');
      return answer;
    },
  };
}

/** Creates a function that shows progress: in one line of a terminal; otherwise a line for each tenth, and none below 20 items. */
export function createProgress(
  { isTerminal, print, progress }: Screen,
  sentence: (done: number, all: number) => string,
): (done: number, all: number) => void {
  let shownTenth = 0;
  return (done, all) => {
    if (isTerminal) return progress(sentence(done, all));
    const tenth = Math.floor((done * 10) / all);
    if (all < 20 || tenth === shownTenth) return;
    shownTenth = tenth;
    print(sentence(done, all));
  };
}

/** Ignores errors of a closed output, as after `| head -1`, so that the command continues. */
export function ignoreClosedOutput(): void {
  for (const output of [process.stdout, process.stderr])
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
