import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import type { Language } from '#contract/language.ts';
import { silent } from './apply/apply-plan.ts';
import { publish } from './apply/publish.ts';
import { AppwriteCatalogue, type Catalogue } from './catalogue/appwrite-catalogue.ts';
import { LockLost } from './catalogue/bound-writes.ts';
import { libraryStamp } from './catalogue/library-stamp.ts';
import { isConnectionError } from './catalogue/retry.ts';
import type { Target } from './catalogue/target.ts';
import { errorSentence } from './error-sentence.ts';
import { scanFor } from './folder/scan-folder.ts';
import { removedAlone } from './journal/history.ts';
import { withLock } from './journal/lock.ts';
import { readPublished } from './journal/read-published.ts';
import { messagesIn } from './messages/language.ts';
import { OwnerError } from './owner-error.ts';
import { guardOfSite, type Missing, settledRemovals } from './plan/guard.ts';
import { plan } from './plan/plan.ts';
import { summary } from './report/plan-lines.ts';
import { undoneLines } from './report/undo-lines.ts';
import { keepFolderTexts, type TextsLeft, textsLeft } from './texts/keep-folder-texts.ts';
import { textLines } from './texts/text-lines.ts';
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

/** What the site is told meanwhile, and at last. */
export type PublishingNews = { line: string } | { end: PublishingEnd };

export interface PublishingEnd {
  missing: Missing | null;
  /** Milliseconds after which to look again though nothing changes; null when there is no need. */
  again: number | null;
  /** Whether it is to be tried again, with growing pauses. */
  failed: boolean;
}

/**
 * Publishes the folder for the site that started this process and sends it one job, and ends. What goes wrong is said in the log,
 * never thrown. Ends at its next step when the site does.
 */
export async function main(): Promise<void> {
  const stop = new AbortController();
  process.once('disconnect', () => stop.abort());
  // Ctrl-C reaches every process of a terminal; the site decides when to stop.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  const [job] = (await once(process, 'message')) as [PublishingJob];
  const log = (line: string) => void tell({ line });
  const { texts, ...end } = await publishOnce(job, log, stop.signal);
  await tell({ end });
  // The site may ask for the next publication meanwhile; it then does the rest.
  if (texts) await readTexts(job, texts, log, stop.signal);
  if (process.connected) process.disconnect?.();
}

/** A file that was still being copied is looked at again after so many milliseconds. */
const soon = 3000;

/** One publication of the site, which says in its log what goes wrong. Never rejects; calling again does the rest. */
export async function publishOnce(
  job: PublishingJob,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<PublishingEnd & { texts?: TextsLeft }> {
  const messages = messagesIn(job.language);
  try {
    // A server that was started before the program was updated does not know the lessons' own addresses.
    if (job.target.site === undefined) throw new OwnerError(({ error }) => error.olderSite(null));
    const onWait = () => log(messages.publish.waiting);
    const library = new AppwriteCatalogue(job.target);
    return await withLock(library, (lock) => publishFolder(job, lock.catalogue, log, signal), onWait, signal);
  } catch (error) {
    const sentence = errorSentence(error, messages, job.target.endpoint);
    if (!signal.aborted) log(job.mode === 'watch' ? messages.watch.failed(sentence) : sentence);
    return { missing: job.missing, again: error instanceof LockLost ? soon : null, failed: true };
  }
}

/**
 * Publishes everything but a removal that looks like an accident, which stays online and is said in the log until the owner runs the
 * command. While the site watches, removals wait for what else goes. The caller holds the lock. Returns what is left for the next time.
 */
async function publishFolder(
  job: PublishingJob,
  catalogue: Catalogue,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<PublishingEnd & { texts: TextsLeft }> {
  const { folder, target, mode, dataDir } = job;
  const messages = messagesIn(job.language);
  const say = messages.watch;
  const before = await libraryStamp(target, signal);
  const scan = () => scanFor(catalogue, job, signal);
  const undo = await finishUndo({ catalogue, folder, scan, signal });
  if (undo) for (const line of undoneLines(undo, messages, messages.undo.finished)) log(say.undo(line));
  const listing = await scan();
  const library = await readPublished(catalogue, (left) => log(messages.publish.adopting(left)));
  const wanted = plan(listing, library, new Date().toISOString());
  const ids = wanted.changes.flatMap(({ kind, id }) => (kind === 'removed' ? [id] : []));
  const earlier = ids.length > 0 ? await removedAlone(catalogue, library) : 0;
  const held = guardOfSite(listing, ids.length, library.lessons.length, earlier);
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
  const missing = waits && !held ? removals.missing : null;
  const left = missing ? Math.max(0, missing.since + job.removalsWait - Date.now()) : null;
  const isCopied = wanted.attention.some(({ kind }) => kind === 'beingCopied');
  return {
    missing,
    again: isCopied ? Math.min(soon, left ?? soon) : left,
    failed: failures.length > 0,
    texts,
  };
}

/** Reads the words of lessons whose words are not read yet, where visitors leave the machine some time. */
async function readTexts(
  { folder, target, dataDir, language, mode }: PublishingJob,
  left: TextsLeft,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Some systems do not allow it: then visitors wait a little longer.
  }
  const messages = messagesIn(language);
  const onLesson = (done: number, all: number) => {
    if (all > toldEvery && (done === all || done % toldEvery === 0)) log(messages.watch.texts(done, all));
  };
  try {
    const report = await keepFolderTexts({ folder, target, dataDir, left, onLesson, signal });
    if (report && (report.read > 0 || mode === 'initial'))
      for (const line of textLines({ ...report, broken: [] }, messages)) log(messages.watch.attention(line));
  } catch (error) {
    // A backend that is gone was stopped, and with it the site.
    const isOver = signal.aborted || isConnectionError(error);
    if (!isOver) log(messages.watch.failed(errorSentence(error, messages, target.endpoint)));
  }
}

/** A line of the log for so many lessons; none where there are no more. */
const toldEvery = 25;

/** Resolves when the site has been told, or is gone. */
function tell(news: PublishingNews): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(news, undefined, undefined, () => resolve());
    else resolve();
  });
}
