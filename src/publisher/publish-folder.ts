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
import { OlderSite } from './older-site.ts';
import { guard, type Missing, settledRemovals } from './plan/guard.ts';
import { type Plan, plan } from './plan/plan.ts';
import { summary } from './report/plan-lines.ts';
import { undoneLines } from './report/undo-lines.ts';
import { type TextsLeft, textsLeft } from './texts/keep-folder-texts.ts';
import { finishUndo } from './undo/take-back.ts';

export interface PublishFolderOptions {
  folder: string;
  target: Target;
  language: Language;
  /** At the site's start an unchanged library is worth a line of the log, while watching it is not. */
  mode: 'initial' | 'watch';
  log: (line: string) => void;
  /** Where what was read of the folder is kept. */
  dataDir: string;
  /** As the last time ended. */
  missing: Missing | null;
  /** Milliseconds that removals wait for what else goes, while watching. */
  removalsWait: number;
  signal: AbortSignal;
}

export interface PublishFolderEnd {
  /** What in the folder needs the owner's attention. */
  attention: Problem[];
  /** Lessons that stay online for a while although their files are gone. */
  missing: Missing | null;
  texts: TextsLeft;
}

/**
 * Publishes a folder without asking: everything but a removal that looks like an accident, which stays online and is said in the
 * log until the owner runs the command. While it watches, removals wait for what else goes. Rejects when the backend cannot be
 * reached; calling again does the rest.
 */
export async function publishFolder(options: PublishFolderOptions): Promise<PublishFolderEnd> {
  const { folder, target, log, signal, mode } = options;
  const messages = messagesIn(options.language);
  // A server that was started before the program was updated does not know the lessons' own addresses.
  if (target.site === undefined) throw new OlderSite();
  const work = async ({ catalogue }: HeldLock) => {
    const before = await libraryStamp(target, signal);
    const scan = () => scanFor(catalogue, options, signal);
    const undo = await finishUndo({ catalogue, folder, scan, signal });
    if (undo)
      for (const line of undoneLines(undo, messages, messages.undo.finished)) log(messages.watch.undo(line));
    const listing = await scan();
    const library = await readPublished(catalogue, (left) => log(messages.publish.adopting(left)));
    const wanted = plan(listing, library, new Date().toISOString());
    const ids = wanted.changes.flatMap(({ kind, id }) => (kind === 'removed' ? [id] : []));
    const earlier = ids.length > 0 ? await removedAlone(catalogue, library) : 0;
    const held = guard(listing, ids.length, library.lessons.length, earlier);
    const { missing, settled, grown } = settledRemovals(
      ids,
      options.missing,
      Date.now(),
      options.removalsWait,
    );
    const waits = mode === 'watch' && !settled;
    const agreed = held || waits ? withoutRemovals(wanted) : wanted;
    const publishing = { catalogue, library, plan: agreed, folder, progress: silent, alone: true, signal };
    const { failures, done, linked } = await publish(publishing);
    if (linked > 0) log(messages.watch.linked(linked));
    const line = summary(done, agreed, messages);
    if (line) log(messages.watch.published(line));
    else if (mode === 'initial') log(messages.watch.same(library.lessons.length));
    for (const problem of wanted.attention) log(messages.watch.attention(messages.plan.problem(problem)));
    const asking = agreed.changes.flatMap(({ source }) => (source?.isLocked ? [source.path] : []));
    for (const path of asking) log(messages.watch.locked(path));
    for (const failure of failures) log(messages.watch.attention(messages.publish.failure(failure)));
    if (held) log(messages.watch.held(held));
    else if (waits && grown) log(messages.watch.waits(ids.length, Math.ceil(options.removalsWait / 1000)));
    // At the start all of it is looked at, whatever was noted.
    const isKnown = mode === 'watch' && !undo && failures.length === 0;
    const changes = isKnown ? agreed.changes : null;
    const { dataDir } = options;
    const texts = await textsLeft(target, { before, dataDir, listing, changes }, signal);
    return { attention: wanted.attention, missing: waits && !held ? missing : null, texts };
  };
  return withLock(new AppwriteCatalogue(target), work, () => log(messages.publish.waiting), signal);
}

function withoutRemovals(wanted: Plan): Plan {
  return { ...wanted, changes: wanted.changes.filter(({ kind }) => kind !== 'removed'), emptyCategories: [] };
}
