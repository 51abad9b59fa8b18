import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import { whenRefused } from '../catalogue/when-refused.ts';
import { isContentId } from '../content-id.ts';
import { finishPublication, formerFiles, openHead, openPublication, recordPlan } from '../journal/journal.ts';
import { isKept } from '../journal/journal-entry.ts';
import type { Library } from '../journal/read-published.ts';
import type { Change } from '../plan/change.ts';
import { inVisitorsOrder } from '../plan/place.ts';
import { isEmpty, type Plan } from '../plan/plan.ts';
import { type ApplyOptions, applyPlan } from './apply-plan.ts';
import { inParallel, writesAtOnce } from './in-parallel.ts';

export interface PublishOptions extends Omit<ApplyOptions, 'publication'> {
  /** As it was read for the plan, since when nobody else has published. */
  library: Library;
  /** The publication that this one takes back. */
  undoes?: string;
  /** Whether the folder refused some of what taking it back needs. */
  partly?: boolean;
  /** Nobody was asked: the running site does it by itself. */
  alone?: boolean;
}

/**
 * Publishes an agreed plan under one entry of the history. The caller holds the lock. An empty plan only finishes what an
 * interrupted publication left open. Tells which lessons could not be published, what came about (no removal while one could not),
 * and how many lessons have been given the address that stays.
 */
export async function publish({ undoes, partly, alone, ...options }: PublishOptions) {
  const { catalogue, library, plan } = options;
  await catalogue.fillDerived();
  const linked = await giveLinks(catalogue, library);
  if (isEmpty(plan) && !(await openHead(catalogue, undoes))) return { failures: [], done: [], linked };
  const publication = await openPublication(catalogue, library, {
    ...(undoes && { undoes, folder: options.folder }),
    ...(alone && { alone }),
  });
  const dated = dateAdditions(plan, publication);
  await recordPlan(catalogue, publication.id, dated);
  const failures = await applyPlan({ ...options, plan: dated, publication: publication.id });
  await dropExpired(catalogue, library, plan);
  const isPart = undoes && (partly || failures.length > 0);
  await finishPublication(catalogue, publication.id, isPart ? { partly: true } : {});
  const failed = new Set(failures.map(({ change }) => change));
  const isDone = (change: Change) => failed.size === 0 || (change.after !== null && !failed.has(change));
  return { failures, done: dated.changes.filter(isDone), linked };
}

/**
 * Dates the new lessons of a publication by the backend's clock, each a millisecond before the one that visitors see above it:
 * so "newest" shows what came at once in the same order as the list of names. Gone on with after an interruption, the rest
 * gets the dates it would have had.
 */
function dateAdditions(plan: Plan, { startedAt, added }: Awaited<ReturnType<typeof openPublication>>): Plan {
  const coming = plan.changes.flatMap(({ kind, id, after }) =>
    kind === 'added' && after ? [{ id, ...after }] : [],
  );
  const order = inVisitorsOrder([...added, ...coming], (lesson) => lesson);
  const dates = new Map(
    order.map(({ id }, index) => [id, new Date(Date.parse(startedAt) - index).toISOString()]),
  );
  const changes = plan.changes.map((change) =>
    change.kind === 'added' && change.after
      ? { ...change, after: { ...change.after, publishedAt: dates.get(change.id) ?? startedAt } }
      : change,
  );
  return { ...plan, changes };
}

/**
 * Writes into each row the address that stays, where it has another: of a library that was made before there was one, or of a
 * site that has moved. Both addresses lead to the lesson all the while. Returns how many there were.
 */
async function giveLinks(catalogue: Catalogue, { unlinked, journal }: Library): Promise<number> {
  if (unlinked.length === 0) return 0;
  // Before the rows: as long as one is left, the next publication does all of this again.
  await catalogue.saveJournal(formerFiles(journal));
  await inParallel(writesAtOnce, unlinked, (lesson) => catalogue.giveLink(lesson));
  return unlinked.length;
}

/**
 * Deletes the files nobody can see or take back: of lessons removed or replaced more than 30 days ago, and what an interrupted
 * publication left over. Files that this command did not make are never touched unless it removed their lesson itself.
 * `library` is as it was before the plan was carried out.
 */
export async function dropExpired(
  catalogue: Catalogue,
  { lessons, journal, files }: Library,
  { changes }: Plan,
): Promise<void> {
  const now = Date.now();
  const ours = new Set(journal.flatMap(({ before }) => before?.fileId ?? []));
  const needed = new Set([
    ...lessons.map(({ fileId }) => fileId),
    ...changes.flatMap(({ before, after }) => [before?.fileId, after?.fileId]),
    ...journal.filter((entry) => isKept(entry, now)).map(({ before }) => before?.fileId),
  ]);
  for (const id of files) {
    if (needed.has(id) || !(isContentId(id) || ours.has(id))) continue;
    // Appwrite answers 500 for a file whose bytes are gone on its disk. It is in nobody's way, and may go another time.
    await catalogue.removeFile(id).catch(whenRefused(undefined, 500));
  }
}
