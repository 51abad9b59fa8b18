import { exitCode } from '../exit-code.ts';
import type { Command } from './command.ts';
import { historyCommand } from './history.ts';
import { publishCommand } from './publish.ts';
import { undoCommand } from './undo.ts';
import { verifyCommand } from './verify.ts';

const help: Command = async ({ messages, screen }) => {
  screen.print(messages.help);
  return exitCode.done;
};

/** The owner's commands by name. */
export const commands = new Map<string, Command>([
  ['help', help],
  ['publish', publishCommand],
  ['undo', undoCommand],
  ['history', historyCommand],
  ['verify', verifyCommand],
]);
