import { exitCode } from '../exit-code.ts';
import { backupCommand } from './backup.ts';
import type { Command } from './command.ts';
import { doctorCommand } from './doctor.ts';
import { historyCommand } from './history.ts';
import { moveCommand } from './move.ts';
import { publishCommand } from './publish.ts';
import { restoreCommand } from './restore.ts';
import { setupCommand } from './setup.ts';
import { undoCommand } from './undo.ts';
import { verifyCommand } from './verify.ts';

const helpCommand: Command = async ({ messages, screen }) => {
  screen.print(messages.help);
  return exitCode.done;
};

/** The owner's commands by name. */
export const commands = new Map<string, Command>([
  ['help', helpCommand],
  ['publish', publishCommand],
  ['undo', undoCommand],
  ['history', historyCommand],
  ['backup', backupCommand],
  ['restore', restoreCommand],
  ['verify', verifyCommand],
  ['doctor', doctorCommand],
  ['setup', setupCommand],
  ['move', moveCommand],
]);
