import { makeFridayLetter } from '../letters/friday-letter.ts';
import { OwnerError } from '../messages/messages.ts';
import { endDryRun, exitCode, type LibraryCommand } from './command.ts';

/** Prints what is new since the last letter, ready to be pasted into a messenger. */
export const letterCommand: LibraryCommand = async (context) => {
  const { options, messages, screen, local, siteUrl } = context;
  const { dataDir, choices, dryRun } = options;
  const origin = options.siteUrl ?? siteUrl?.replace(/\/$/, '');
  if (!origin) throw new OwnerError(({ letter }) => letter.noAddress);
  const letter = makeFridayLetter({ local, dataDir, choices, origin }, new Date(), !dryRun);
  screen.print(letter ?? messages.letter.nothingNew);
  return dryRun ? endDryRun(context) : exitCode.done;
};
