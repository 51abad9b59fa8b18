import { exitCode } from '../exit-code.ts';
import type { Command } from './command.ts';
import { publishCommand } from './publish.ts';

const help: Command = async ({ messages, screen }) => {
  screen.print(messages.help);
  return exitCode.done;
};

/** The owner's commands by name. */
export const commands = new Map<string, Command>([
  ['help', help],
  ['publish', publishCommand],
]);
