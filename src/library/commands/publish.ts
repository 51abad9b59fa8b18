import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#settings/config-error.ts';
import { cacheJson } from '#settings/json-file.ts';
import { lessonFolder, saveLessonFolder } from '#settings/lesson-folder.ts';
import { scanLibraryFolder } from '../folder/scan.ts';
import { OwnerError } from '../messages/messages.ts';
import type { Failure, FolderListing } from '../plan/model.ts';
import { type DateOffer, isEmpty, offerDates, type Plan, plan } from '../plan/plan.ts';
import { publish } from '../store/publish.ts';
import { finishUndo } from '../undo/undo.ts';
import {
  askToConfirm,
  type CommandContext,
  createProgress,
  endDryRun,
  exitCode,
  isYes,
  type LibraryCommand,
  type LibraryContext,
} from './command.ts';
import { hostedLibrary, openMirror, printUnsentWords, pushMirror, readNewWords } from './mirror.ts';
import { formatPlan, formatUndoResult, reportStatus } from './report.ts';

/** Completes an interrupted undo, shows the planned changes, asks the owner, and publishes no other changes. */
export const publishCommand: LibraryCommand = async (context) => {
  const { options, messages, screen, signal, pdfs, local } = context;
  const { folder, dataDir, dryRun, hosted } = options;
  screen.print(messages.publish.folder(folder));
  screen.print(messages.publish.library(hosted?.endpoint ?? dataDir));
  const remote = hosted && hostedLibrary(hosted, signal);
  const maxFileBytes = Math.min(
    local.maxFileBytes(),
    (await remote?.maxFileBytes()) ?? Number.POSITIVE_INFINITY,
  );
  const scan = () => scanLibraryFolder(maxFileBytes, options, { signal, pdfs, waits: true });
  if (!dryRun) {
    const finishedUndo = await finishUndo({ local, folder, dataDir, scan, signal });
    if (finishedUndo)
      for (const line of formatUndoResult(finishedUndo, messages, messages.undo.finished)) screen.print(line);
  }
  const listing = await scan();
  const mirror = await openMirror(context, remote, listing);
  const library = mirror?.library ?? local.read();
  const now = new Date().toISOString();
  const offer = offerDates(listing, library, now);
  const usesFileDates = offer ? await askForFileDates(offer, context) : false;
  if (usesFileDates === null) {
    screen.print(messages.prompts.refused);
    return exitCode.notAgreed;
  }
  const proposal = offer && usesFileDates ? offer.plan : plan(listing, library, now);
  checkFolder(listing, proposal, context);
  for (const line of formatPlan(proposal, messages, options.all)) screen.print(line);
  if (mirror) await printUnsentWords(context, mirror, proposal);
  if (dryRun) {
    if (proposal.guard) screen.print(messages.plan.guard(proposal.guard));
    if (mirror && isEmpty(proposal)) await pushMirror(context, mirror);
    return endDryRun(context, proposal.problems.length > 0 ? exitCode.attention : exitCode.done);
  }
  if (!isEmpty(proposal)) {
    const refusal = await askToConfirm(messages.prompts.publish, context, proposal.guard);
    if (refusal !== null) return refusal;
  }
  const isSaved = saveLessonFolder(options.folderSettings, folder);
  if (!isSaved) screen.print(messages.publish.otherFolder(lessonFolder(options.folderSettings)));
  const failures = await publishConfirmed(proposal, context);
  const pushExitCode = mirror && (await pushMirror(context, { ...mirror, library: local.read() }));
  await readNewWords(context, remote, listing);
  await reportStatus(context, { listing, failures });
  const isWhole = failures.length + proposal.problems.length === 0;
  return isWhole && !pushExitCode ? exitCode.done : exitCode.attention;
};

/**
 * Asks once whether lessons get the dates of their files. Returns null if the owner does not answer; false without asking if an
 * earlier run got an answer, with `--yes` or `--dry-run`, and without a terminal.
 */
async function askForFileDates(
  offer: DateOffer,
  { options, messages, screen }: CommandContext,
): Promise<boolean | null> {
  const answeredPath = join(options.dataDir, 'dates-offered.json');
  if (options.yes || options.dryRun || !screen.isTerminal || existsSync(answeredPath)) return false;
  const answer = await screen.ask(messages.prompts.dates(offer));
  if (answer === null) return null;
  cacheJson(answeredPath, { at: new Date().toISOString() });
  return isYes(answer, messages);
}

/** Publishes the confirmed plan; returns the lessons that could not be published. */
async function publishConfirmed(
  proposal: Plan,
  { options, messages, screen, signal, local }: LibraryContext,
): Promise<Failure[]> {
  const startTime = performance.now();
  const onFile = createProgress(screen, messages.publish.progress);
  const { failures, changes: publishedChanges } = await publish(local, {
    plan: proposal,
    folder: options.folder,
    by: 'owner',
    onFile,
    signal,
  });
  if (!isEmpty(proposal)) {
    const seconds = ((performance.now() - startTime) / 1000).toFixed(1);
    const { renamedCategories, newCategories, emptyCategories } = proposal;
    // New and empty categories are counted only if no lesson and no category name changes and nothing fails.
    const count =
      publishedChanges.length + renamedCategories.length ||
      (failures.length > 0 ? 0 : newCategories.length + emptyCategories.length);
    screen.print(messages.publish.done(count, seconds));
  }
  const changedFiles = failures.filter(({ reason }) => reason === 'changed');
  const otherFailures = failures.filter((failure) => !changedFiles.includes(failure));
  if (otherFailures.length > 0) screen.print(messages.publish.failed);
  for (const failure of otherFailures) screen.print(`  ${messages.publish.failure(failure)}`);
  if (changedFiles.length > 0) screen.print(messages.publish.changedFiles);
  for (const { change } of changedFiles) screen.print(`  ${messages.path(change.source?.path ?? change.id)}`);
  if (failures.length > 0 && proposal.changes.some(({ kind }) => kind === 'removed'))
    screen.print(messages.publish.removalsWait);
  return failures;
}

/** Throws if the folder was probably named by mistake, or is missing and the plan has no guard that reports this. */
function checkFolder(listing: FolderListing, proposal: Plan, { options, messages }: CommandContext): void {
  const { folder, operand } = options;
  if (operand && !listing.exists) throw new ConfigError(messages.error.file.ENOENT?.(folder) ?? folder);
  // Only a plan with removals has a guard, which reports the missing folder.
  if (!listing.exists && !proposal.guard) throw new OwnerError(({ doctor }) => doctor.folderMissing(folder));
  const isCategory = listing.lessons.length === 0 && listing.problems.some(({ kind }) => kind === 'inbox');
  if (operand && isCategory) throw new ConfigError(messages.publish.noCategories(folder));
}
