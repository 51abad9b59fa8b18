import type { Language } from '#settings/owners-language.ts';
import { silent } from './apply/apply-plan.ts';
import { publish } from './apply/publish.ts';
import { AppwriteCatalogue } from './catalogue/appwrite-catalogue.ts';
import { libraryStamp } from './catalogue/library-stamp.ts';
import type { Target } from './catalogue/target.ts';
import type { Problem } from './folder/folder-listing.ts';
import { scanFor } from './folder/scan-folder.ts';
import { removedAlone } from './journal/history.ts';
import { type HeldLock, withLock } from './journal/lock.ts';
import { readPublished } from './journal/read-published.ts';
import { messagesIn } from './messages/language.ts';
import { OwnerError } from './owner-error.ts';
import { guard, type Missing, settledRemovals } from './plan/guard.ts';
import { plan } from './plan/plan.ts';
import { summary } from './report/plan-lines.ts';
import { undoneLines } from './report/undo-lines.ts';
import { type TextsLeft, textsLeft } from './texts/keep-folder-texts.ts';
import { finishUndo } from './undo/take-back.ts';

/** One publication of the running site, which asks nobody. */
export interface PublishingJob {
  folder: string;
  target: Target;
  language: Language;
  /** At the site's start an unchanged library is worth a line of the log, while watching it is not. */
  mode: 'initial' | 'watch';
  /** Where what was read of the folder is kept. */
  dataDir: string;
  /** Lessons that stay online for a while although their files are gone, as the last time ended. */
  missing: Missing | null;
  /** Milliseconds that removals wait for what else goes, while watching. */
  removalsWait: number;
}

/**
 * Publishes a folder without asking: everything but a removal that looks like an accident, which stays online and is said in the
 * log until the owner runs the command. While it watches, removals wait for what else goes. Returns what in the folder needs the
 * owner's attention, and what is left for the next time. Rejects when the backend cannot be reached; calling again does the rest.
 */
export async function publishFolder(
  job: PublishingJob,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<{ attention: Problem[]; missing: Missing | null; texts: TextsLeft }> {
  const { folder, target, mode, dataDir } = job;
  const messages = messagesIn(job.language);
  const say = messages.watch;
  // A server that was started before the program was updated does not know the lessons' own addresses.
  if (target.site === undefined) throw new OwnerError(({ error }) => error.olderSite(null));
  const work = async ({ catalogue }: HeldLock) => {
    const before = await libraryStamp(target, signal);
    const scan = () => scanFor(catalogue, job, signal);
    const undo = await finishUndo({ catalogue, folder, scan, signal });
    if (undo) for (const line of undoneLines(undo, messages, messages.undo.finished)) log(say.undo(line));
    const listing = await scan();
    const library = await readPublished(catalogue, (left) => log(messages.publish.adopting(left)));
    const wanted = plan(listing, library, new Date().toISOString());
    const ids = wanted.changes.flatMap(({ kind, id }) => (kind === 'removed' ? [id] : []));
    const earlier = ids.length > 0 ? await removedAlone(catalogue, library) : 0;
    const held = guard(listing, ids.length, library.lessons.length, earlier);
    const removals = settledRemovals(ids, job.missing, Date.now(), job.removalsWait);
    const waits = mode === 'watch' && !removals.settled;
    const stay = wanted.changes.filter(({ kind }) => kind !== 'removed');
    const agreed = held || waits ? { ...wanted, changes: stay, emptyCategories: [] } : wanted;
    const publishing = { catalogue, library, plan: agreed, folder, progress: silent, alone: true };
    const { failures, done, linked } = await publish(publishing);
    if (linked > 0) log(say.linked(linked));
    const line = summary(done, agreed, messages);
    if (line) log(say.published(line));
    else if (mode === 'initial') log(say.same(library.lessons.length));
    for (const problem of wanted.attention) log(say.attention(messages.plan.problem(problem)));
    for (const { source } of agreed.changes) if (source?.isLocked) log(say.locked(source.path));
    for (const failure of failures) log(say.attention(messages.publish.failure(failure)));
    if (held) log(say.held(held));
    else if (waits && removals.grown) log(say.waits(ids.length, Math.ceil(job.removalsWait / 1000)));
    // At the start all of it is looked at, whatever was noted.
    const isKnown = mode === 'watch' && !undo && failures.length === 0;
    const changes = isKnown ? agreed.changes : null;
    const texts = await textsLeft(target, { before, dataDir, listing, changes }, signal);
    return { attention: wanted.attention, missing: waits && !held ? removals.missing : null, texts };
  };
  return withLock(new AppwriteCatalogue(target), work, () => log(messages.publish.waiting), signal);
}
