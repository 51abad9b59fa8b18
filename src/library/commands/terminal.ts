import { clearLine, cursorTo } from 'node:readline';
import { createInterface } from 'node:readline/promises';

/** The terminal: output and answers. */
export interface Screen {
  /** Whether a line can be written again in its place. */
  isTerminal: boolean;
  print(line: string): void;
  /** Shows how far a work is, in the place of what was shown before. */
  progress(line: string): void;
  /** The answer, or null without an interactive terminal. */
  ask(question: string): Promise<string | null>;
}

/** A question without an answer for so long is answered with no: the library waits for it. */
const MAX_ANSWER_MS = 10 * 60_000;

let isProgressShown = false;
function clearProgress(): void {
  if (!isProgressShown) return;
  cursorTo(process.stdout, 0);
  clearLine(process.stdout, 0);
  isProgressShown = false;
}

export const terminal: Screen = {
  isTerminal: Boolean(process.stdout.isTTY),
  print(line) {
    clearProgress();
    console.log(line);
  },
  progress(line) {
    clearProgress();
    process.stdout.write(line);
    isProgressShown = true;
  },
  async ask(question) {
    clearProgress();
    if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    // Ctrl-C rejects, Ctrl-D closes: neither is an answer.
    const answer = await new Promise<string>((resolve) => {
      lines.once('close', () => resolve(''));
      const patience = AbortSignal.timeout(MAX_ANSWER_MS);
      lines.question(question, { signal: patience }).then(resolve, () => resolve(''));
    });
    lines.close();
    return answer;
  },
};

/** Shows how far a work of many parts is: on a terminal in one line, else in a line for each tenth. */
export function progressOn(
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

/** Lets the work go on when its output is no longer read, as after `| head -1`. */
export function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr])
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
