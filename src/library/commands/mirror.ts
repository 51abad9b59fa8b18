import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OwnerError } from '../messages/messages.ts';
import type { FolderListing } from '../plan/model.ts';
import { noChanges } from '../plan/plan.ts';
import type { LocalLibrary } from '../store/local-library.ts';
import { AppwriteLibrary, type Mirror, type Target } from '../sync/appwrite.ts';
import { applyPlan, pull } from '../sync/pull.ts';
import { countPush, planPush, push, type RefusedLesson } from '../sync/push.ts';
import { planWords, pushWords } from '../sync/push-words.ts';
import { formatUnsearchableLessons, readWords } from '../words/words.ts';
import {
  type CommandContext,
  createProgress,
  type ExitCode,
  exitCode,
  type LibraryContext,
} from './command.ts';

/** Opens the hosted project. Throws an `OwnerError` if its key is missing or its endpoint is invalid. */
export function hostedLibrary(hosted: Target, signal: AbortSignal): AppwriteLibrary {
  if (!hosted.key) throw new OwnerError(({ error }) => error.noKey(hosted.endpoint));
  checkEndpoint(hosted.endpoint);
  return new AppwriteLibrary(hosted, signal);
}

/** Throws if an endpoint lacks the API version, such as the address of the console in a browser. */
export function checkEndpoint(endpoint: string): void {
  if (!endpoint.endsWith('/v1')) throw new OwnerError(({ error }) => error.notAnEndpoint(endpoint));
}

/** Reads the hosted project and the library. */
export async function readMirror({ local }: LibraryContext, remote: AppwriteLibrary): Promise<Mirror> {
  return { remote, state: await remote.read(), library: local.read() };
}

/**
 * Copies changes that other programs made in the hosted project to the data folder and prints them. A dry run copies nothing. Returns
 * the project and the library with these changes; null without a project.
 */
export async function openMirror(
  context: LibraryContext,
  remote: AppwriteLibrary | null,
  listing: FolderListing,
): Promise<Mirror | null> {
  if (!remote) return null;
  await warnWithoutSite(context, remote);
  const { options, messages, screen, signal, local } = context;
  const { dryRun: isDryRun, folder } = options;
  const texts = messages.mirror;
  const mirror = await readMirror(context, remote);
  const onFile = createProgress(screen, texts.copying);
  const pullResult = await pull(local, mirror, {
    isDryRun,
    copiesDamaged: true,
    folder,
    listing,
    onFile,
    signal,
  });
  const { library, isFirst, changedNames, damagedNames } = pullResult;
  if (isFirst) screen.print(texts.copied(remote.target.endpoint, library.lessons.length));
  else for (const name of changedNames) screen.print(texts.changedOnAppwrite(name));
  for (const name of damagedNames) screen.print(texts.damagedOnAppwrite(name));
  return { ...mirror, library };
}

/** Prints a warning if the site's address is not set, because lessons in a hosted project then link to the project's files. */
export async function warnWithoutSite({ messages, screen }: CommandContext, remote: AppwriteLibrary) {
  const { site, endpoint } = remote.target;
  if (site === null && !(await remote.isEmbedded())) screen.print(messages.mirror.noSite(endpoint));
}

/** Makes the hosted project equal to the library, except for refused lessons, which it prints. A dry run only prints. */
export async function pushMirror(context: LibraryContext, mirror: Mirror): Promise<ExitCode> {
  const { options, messages, screen, local } = context;
  const texts = messages.mirror;
  const plan = await planPush(local, mirror);
  const { files, rows, removals } = countPush(plan);
  if (files + rows + removals > 0) {
    const { endpoint } = mirror.remote.target;
    screen.print((options.dryRun ? texts.dryRun : texts.pushing)(endpoint, files, rows, removals));
  }
  const refusedLessons = options.dryRun
    ? plan.refusedLessons
    : await push(local, mirror, plan, createProgress(screen, texts.sending));
  if (!options.dryRun) recordRemovedLessons(local, options.dataDir);
  return reportRefused(refusedLessons, context);
}

/** Prints the lessons that the project did not accept; returns the exit code. */
export function reportRefused(
  refusedLessons: readonly RefusedLesson[],
  { messages, screen }: CommandContext,
) {
  for (const lesson of refusedLessons) screen.print(messages.move.leftOut(lesson));
  return refusedLessons.length > 0 ? exitCode.attention : exitCode.done;
}

/** Prints the number of lessons whose words will be sent after the plan is published. Called before the owner is asked. */
export async function printUnsentWords(
  { options, messages, screen, local }: LibraryContext,
  { remote, library }: Mirror,
  plan = noChanges,
): Promise<void> {
  const wordsPlan = await planWords(local, applyPlan(library, plan).lessons, remote);
  if (wordsPlan && wordsPlan.unsentLessons.length > 0)
    screen.print(messages.mirror.words(remote.target.endpoint, wordsPlan.unsentLessons.length));
  if (!wordsPlan && options.dryRun) screen.print(messages.texts.noTable);
}

/** Records removed lessons. A site that uses the hosted project responds with 410 to their addresses after its next start. */
export function recordRemovedLessons({ log }: LocalLibrary, dataDir: string): void {
  const path = join(dataDir, 'shown-lessons');
  const lines = new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []);
  for (const id of log.removedLessons()) if (!lines.has(id)) appendFileSync(path, `\n${id}`, { mode: 0o640 });
}

/** Reads the words of new lessons, unless the site does it, and sends them to the project. Prints lessons without searchable words. */
export async function readNewWords(
  context: LibraryContext,
  remote: AppwriteLibrary | null,
  listing: Pick<FolderListing, 'lessons'>,
) {
  const { messages, screen, signal, pdfs, local, siteUrl } = context;
  if (siteUrl === null || remote) {
    const onLesson = createProgress(screen, messages.texts.reading);
    const report = await readWords(local, { pdfs, onLesson, signal });
    // Skips scans and files that are not PDFs, because the plan has already listed them.
    const reportedPrefixes = listing.lessons.flatMap(({ fileName, pictures }) =>
      pictures ? `${fileName} (` : [],
    );
    const pictures = report.pictures.filter(
      (name) => !reportedPrefixes.some((prefix) => name.startsWith(prefix)),
    );
    for (const line of formatUnsearchableLessons({ ...report, pictures, broken: [] }, messages))
      screen.print(line);
  }
  if (!remote) return;
  const onLesson = createProgress(screen, messages.mirror.sendingWords);
  const hasTable = await pushWords(local, remote, { onLesson, signal });
  if (!hasTable) screen.print(messages.texts.noTable);
}
