import { scanLibraryFolder } from '../folder/scan.ts';
import { OwnerError } from '../messages/messages.ts';
import { findPublicationToUndo, readHistory } from '../store/log.ts';
import { finishUndo, logExpiredUndo, performUndo, planUndo } from '../undo/undo.ts';
import { askToConfirm, endDryRun, exitCode, type LibraryCommand } from './command.ts';
import { hostedLibrary, openMirror, printUnsentWords, pushMirror, readNewWords } from './mirror.ts';
import { formatPlan, formatUndoPlan, formatUndoResult, reportStatus } from './report.ts';

/**
 * Undoes the last publication, or the one with the given number: first in the folder, then on the site. If an earlier undo was
 * interrupted, only completes that one. Without a number, the next undo applies to the publication before.
 */
export const undoCommand: LibraryCommand = async (context) => {
  const { options, messages, screen, signal, pdfs, local } = context;
  const { folder, dataDir, number, hosted } = options;
  const texts = messages.undo;
  const remote = hosted && hostedLibrary(hosted, signal);
  const scan = () => scanLibraryFolder(local.maxFileBytes(), options, { signal, pdfs, waits: true });
  const finishedUndo = options.dryRun ? null : await finishUndo({ local, folder, dataDir, scan, signal });
  if (finishedUndo) {
    for (const line of formatUndoResult(finishedUndo, messages, texts.finished)) screen.print(line);
    const mirror = await openMirror(context, remote, await scan());
    const pushExitCode = mirror && (await pushMirror(context, { ...mirror, library: local.read() }));
    const isWhole = finishedUndo.failedSteps.length + finishedUndo.failures.length === 0;
    return isWhole && !pushExitCode ? exitCode.done : exitCode.attention;
  }
  const record = findPublicationToUndo(readHistory(local.log), number);
  if (!record) {
    if (number !== null) throw new OwnerError(({ undo }) => undo.unknownNumber(number));
    screen.print(texts.nothing);
    return exitCode.done;
  }
  const listing = await scan();
  if (!listing.exists) throw new OwnerError(({ undo }) => undo.noFolder(folder));
  const mirror = await openMirror(context, remote, listing);
  const plannedUndo = planUndo(local, record, listing);
  screen.print(texts.heading(record.number, messages.date(record.at)));
  screen.print('');
  for (const line of formatUndoPlan(plannedUndo, messages, options.all)) screen.print(line);
  if (plannedUndo.steps.length > 0) screen.print('');
  // None of the changes can be undone: their files expired, or later changes prevent it.
  const isImpossible = plannedUndo.steps.length + plannedUndo.dates.length === 0;
  if (isImpossible) screen.print(texts.notUndoable(record.number));
  else for (const line of formatPlan(plannedUndo.proposal, messages, options.all)) screen.print(line);
  if (mirror && !isImpossible) await printUnsentWords(context, mirror, plannedUndo.proposal);
  if (options.dryRun) return endDryRun(context);
  if (isImpossible) {
    await logExpiredUndo(local, plannedUndo);
    return exitCode.attention;
  }
  const refusal = await askToConfirm(messages.prompts.undo, context, plannedUndo.proposal.guard);
  if (refusal !== null) return refusal;
  const result = await performUndo(plannedUndo, { local, folder, dataDir, scan, signal });
  for (const line of formatUndoResult(result, messages)) screen.print(line);
  const pushExitCode = mirror && (await pushMirror(context, { ...mirror, library: local.read() }));
  await readNewWords(context, remote, listing);
  if (options.choices.statusLetter)
    await reportStatus(context, { listing: await scan(), failures: result.failures });
  const isWhole = result.failedSteps.length + result.failures.length + plannedUndo.skipped.length === 0;
  return isWhole && !pushExitCode ? exitCode.done : exitCode.attention;
};
