import { createInterface } from 'node:readline/promises';

/** What the owner sees and types. */
export type Screen = typeof terminal;

export const terminal = {
  /** Whether progress bars can be drawn. */
  isTerminal: Boolean(process.stdout.isTTY),
  print: (line: string): void => console.log(line),
  /** The answer, or null when nobody can be asked. */
  async ask(question: string): Promise<string | null> {
    if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    // Ctrl-C rejects, Ctrl-D closes: neither is an answer.
    const answer = await new Promise<string>((resolve) => {
      lines.once('close', () => resolve(''));
      lines.question(question).then(resolve, () => resolve(''));
    });
    lines.close();
    return answer;
  },
};

/** Has the work go on when nobody reads what is said of it any more, as after `| head -1`. */
export function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr])
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
