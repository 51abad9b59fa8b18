import { createLetters } from '../letters/letters.ts';
import type { Failure, FolderListing } from '../plan/model.ts';
import type { OpenLibrary } from '../sync/open-library.ts';
import type { CommandContext } from './command.ts';

/** Writes the status letter after a command that published. A running site writes it itself. */
export async function reportStatus(
  { options, local, screen, report }: CommandContext & OpenLibrary,
  listing: FolderListing,
  failures: readonly Failure[],
): Promise<void> {
  if (report) return report(listing, failures);
  const { folder, dataDir, language, choices, siteUrl: origin } = options;
  const letters = createLetters({
    local,
    dataDir,
    language,
    choices: () => choices,
    origin,
    log: screen.print,
  });
  await letters.status(folder, listing, failures);
}
