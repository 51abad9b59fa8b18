import { createInterface } from 'node:readline/promises';

/** What the owner sees and types. */
export interface Screen {
  print(line: string): void;
  /** The answer, or null when nobody can be asked. */
  ask(question: string): Promise<string | null>;
  /** Whether progress bars can be drawn. */
  readonly isTerminal: boolean;
}

export const terminal: Screen = {
  isTerminal: Boolean(process.stdout.isTTY),
  print: (line) => console.log(line),
  async ask(question) {
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
