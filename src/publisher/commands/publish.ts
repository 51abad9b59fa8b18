import { lessonFolder, rememberLessonFolder } from '#settings/lesson-folder.ts';
import { publish } from '../apply/publish.ts';
import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { libraryStamp } from '../catalogue/library-stamp.ts';
import { onlyReading } from '../catalogue/only-reading.ts';
import type { Target } from '../catalogue/target.ts';
import { exitCode } from '../exit-code.ts';
import type { FolderLesson, FolderListing } from '../folder/folder-listing.ts';
import { KnownContents } from '../folder/known-contents.ts';
import { scanFolder } from '../folder/scan-folder.ts';
import { type HeldLock, lastNumber, withLock } from '../journal/lock.ts';
import { type Library, readPublished } from '../journal/read-published.ts';
import { refuseOlderSite } from '../older-site.ts';
import { withTarget } from '../open-target.ts';
import type { Change } from '../plan/change.ts';
import { isEmpty, type Plan, plan } from '../plan/plan.ts';
import { planLines } from '../report/plan-lines.ts';
import { progressOn } from '../report/progress-bars.ts';
import { undoneLines } from '../report/undo-lines.ts';
import { filesHere, textsLeft } from '../texts/keep-folder-texts.ts';
import type { LessonReader } from '../texts/lesson-reader.ts';
import { finishUndo } from '../undo/finish-undo.ts';
import { agreeTo, agreeToRemovals } from './agree.ts';
import type { Command, CommandContext } from './command.ts';
import { ownersReader, readWords } from './read-words.ts';

/** A library as it was when nobody published to it. */
interface Seen {
  library: Library;
  /** Of the last one who had published. */
  number: number | null;
  stamp: string;
}

type MakePlan = (
  catalogue: Catalogue,
  seen?: Library,
) => Promise<{ listing: FolderListing; library: Library; wanted: Plan }>;

/** Shows what would change, asks, publishes. */
export const publishCommand: Command = async (context) => {
  const { options, messages, screen, signal } = context;
  screen.print(messages.publish.folder(options.folder));
  screen.print(messages.publish.place(options.hosted?.endpoint ?? options.dataDir));
  const known = new KnownContents(options.dataDir);
  const { folder } = options;
  const scanFor = (catalogue: Catalogue) => async () =>
    scanFolder({ folder, largest: await catalogue.largestFile(), known, signal });
  const makePlan = async (catalogue: Catalogue, seen?: Library) => {
    const listing = await scanFor(catalogue)();
    known.save();
    const library =
      seen ?? (await readPublished(catalogue, (left) => screen.print(messages.publish.adopting(left))));
    return { listing, library, wanted: plan(listing, library, new Date().toISOString()) };
  };
  for (;;) {
    // The library is left to others while the owner thinks.
    const { wanted, ...seen } = await withTarget(options, async (open) => {
      await refuseOlderSite(open);
      const catalogue = new AppwriteCatalogue(open.target, signal);
      // Before the library is read: what changes meanwhile makes another stamp.
      const [number, stamp] = await Promise.all([lastNumber(catalogue), libraryStamp(open.target, signal)]);
      return { number, stamp, ...(await makePlan(options.dryRun ? onlyReading(catalogue) : catalogue)) };
    });
    for (const line of planLines(wanted, messages, options.all)) screen.print(line);
    const refused = await agreeToPlan(wanted, context);
    if (refused !== null) return refused;
    const reader = ownersReader(signal);
    try {
      const ended = await withTarget(options, ({ target }) =>
        publishAgreed(target, { wanted, seen }, makePlan, scanFor, { ...context, reader }),
      );
      if (ended === null) continue;
      await withTarget(options, ({ target }) => readWords(target, ended.texts, context, reader));
      return ended.code;
    } finally {
      await reader.close();
    }
  }
};

async function agreeToPlan(wanted: Plan, context: CommandContext) {
  const { options, messages, screen } = context;
  const quiet = wanted.attention.length > 0 ? exitCode.attention : exitCode.done;
  if (options.dryRun) {
    if (wanted.guard) screen.print(messages.plan.guard(wanted.guard));
    screen.print(messages.ask.dryRun);
    return quiet;
  }
  // An interrupted publication may be left to finish even when nothing differs any more; that needs no question.
  if (isEmpty(wanted)) return null;
  return wanted.guard ? agreeToRemovals(wanted.guard, context) : agreeTo(messages.ask.publish, context);
}

/**
 * Publishes what was agreed to. Returns null when the library was changed by somebody else in between, so that the plan the owner
 * saw is no longer true and must be shown anew.
 */
async function publishAgreed(
  target: Target,
  agreed: { wanted: Plan; seen: Seen },
  makePlan: MakePlan,
  scanFor: (catalogue: Catalogue) => () => Promise<FolderListing>,
  context: CommandContext & { reader: LessonReader },
) {
  const { options, messages, screen, signal, reader } = context;
  const began = performance.now();
  const work = async ({ catalogue, number }: HeldLock) => {
    const undo = await finishUndo({ catalogue, folder: options.folder, scan: scanFor(catalogue), signal });
    if (undo) {
      for (const line of undoneLines(undo, messages, messages.undo.finished)) screen.print(line);
      return null;
    }
    const { seen } = agreed;
    // Listing a library of thousands takes seconds; the one that was listed for the question is still true when nothing changed.
    const before = await libraryStamp(target, signal);
    const isSame = seen.number !== null && number === seen.number + 1 && before === seen.stamp;
    const { listing, library, wanted } = await makePlan(catalogue, isSame ? seen.library : undefined);
    if (!isPartOf(wanted, agreed.wanted)) return null;
    const progress = progressOn(screen, messages);
    const { folder } = options;
    // Before the first change: whoever goes on after an interruption looks at the same folder.
    const isRemembered = rememberLessonFolder(options.folderSettings, folder);
    if (!isRemembered) screen.print(messages.publish.otherFolder(lessonFolder(options.folderSettings)));
    // Copying leaves all cores but one to it.
    reader.readAhead(filesHere(folder, newLessons(wanted)));
    const { failures, done, linked } = await publish({
      catalogue,
      library,
      plan: wanted,
      folder,
      progress,
      signal,
    });
    if (linked > 0) screen.print(messages.publish.linked(linked));
    if (!isEmpty(wanted)) {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const { renamedCategories, newCategories, emptyCategories } = wanted;
      // A category comes and goes with its lessons, unless nothing else happens.
      const count =
        done.length + renamedCategories.length ||
        (failures.length > 0 ? 0 : newCategories.length + emptyCategories.length);
      screen.print(messages.publish.done(count, seconds));
    }
    if (failures.length > 0) {
      screen.print(messages.publish.failed);
      for (const failure of failures) screen.print(`  ${messages.publish.failure(failure)}`);
      if (wanted.changes.some(({ kind }) => kind === 'removed')) screen.print(messages.publish.removalsWait);
    }
    const code = failures.length + wanted.attention.length > 0 ? exitCode.attention : exitCode.done;
    const changes = failures.length > 0 ? null : wanted.changes;
    const { dataDir } = options;
    return { code, texts: await textsLeft(target, { before, dataDir, listing, changes }, signal) };
  };
  return withLock(new AppwriteCatalogue(target), work, () => screen.print(messages.publish.waiting), signal);
}

function isPartOf(wanted: Plan, agreed: Plan): boolean {
  const key = ({ kind, id, after }: Change) =>
    JSON.stringify([kind, id, after?.category, after?.fileName, after?.contentId]);
  const seen = new Set(agreed.changes.map(key));
  return wanted.changes.every((change) => seen.has(key(change)));
}

/** Files whose words nobody has read yet. */
function newLessons({ changes }: Plan): FolderLesson[] {
  return changes.flatMap(({ source, before, after }) =>
    source && after && after.fileId !== before?.fileId ? [source] : [],
  );
}
