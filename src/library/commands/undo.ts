import { scanLibraryFolder } from '../folder/scan.ts';
import { OwnerError } from '../messages/messages.ts';
import { nextToUndo, readHistory } from '../store/log.ts';
import { finishUndo, logExpiredUndo, performUndo, planUndo } from '../undo/undo.ts';
import { agreeTo, endDryRun, exitCode, type LibraryCommand } from './command.ts';
import { hostedLibrary, openMirror, printUnsentWords, pushMirror, readNewWords } from './mirror.ts';
import { planLines, reportStatus, undoLines, undoneLines } from './report.ts';

/**
 * Undoes the last publication, or the one with the given number: first in the folder, then on the site. Running it again undoes the
 * publication before that one.
 */
export const undoCommand: LibraryCommand = async (context) => {
  const { options, messages, screen, signal, pdfs, local } = context;
  const { folder, dataDir, number, hosted } = options;
  const texts = messages.undo;
  const remote = hosted && hostedLibrary(hosted, signal);
  const scan = () => scanLibraryFolder(local.maxFileBytes(), options, { signal, pdfs, waits: true });
  const finished = options.dryRun ? null : await finishUndo({ local, folder, dataDir, scan, signal });
  if (finished) {
    for (const line of undoneLines(finished, messages, texts.finished)) screen.print(line);
    const mirror = await openMirror(context, remote, await scan());
    if (mirror) await pushMirror(context, { ...mirror, library: local.read() });
    return finished.failedSteps.length + finished.failures.length === 0 ? exitCode.done : exitCode.attention;
  }
  const record = nextToUndo(readHistory(local.log), number);
  if (!record) {
    if (number !== null) throw new OwnerError(({ undo }) => undo.unknownNumber(number));
    screen.print(texts.nothing);
    return exitCode.done;
  }
  const listing = await scan();
  if (!listing.exists) throw new OwnerError(({ undo }) => undo.noFolder(folder));
  const mirror = await openMirror(context, remote, listing);
  const undoing = planUndo(local, record, listing);
  screen.print(texts.heading(record.number, messages.date(record.at)));
  screen.print('');
  for (const line of undoLines(undoing, messages, options.all)) screen.print(line);
  if (undoing.steps.length > 0) screen.print('');
  // It is too late to undo any of the changes.
  const isPast = undoing.steps.length + undoing.dates.length === 0;
  if (isPast) screen.print(texts.notUndoable(record.number));
  else for (const line of planLines(undoing.proposal, messages, options.all)) screen.print(line);
  if (mirror && !isPast) await printUnsentWords(context, mirror, undoing.proposal);
  if (options.dryRun) return endDryRun(context);
  if (isPast) {
    await logExpiredUndo(local, undoing);
    return exitCode.attention;
  }
  const refusal = await agreeTo(messages.prompts.undo, context, undoing.proposal.guard);
  if (refusal !== null) return refusal;
  const result = await performUndo(undoing, { local, folder, dataDir, scan, signal });
  for (const line of undoneLines(result, messages)) screen.print(line);
  if (mirror) await pushMirror(context, { ...mirror, library: local.read() });
  await readNewWords(context, remote, listing);
  if (options.choices.statusLetter) await reportStatus(context, await scan(), result.failures);
  const isWhole = result.failedSteps.length + result.failures.length + undoing.skipped.length === 0;
  return isWhole ? exitCode.done : exitCode.attention;
};
