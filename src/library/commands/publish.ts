import { join } from 'node:path';
import { ConfigError } from '#settings/config-error.ts';
import { lessonFolder, rememberLessonFolder } from '#settings/lesson-folder.ts';
import { publish } from '../apply/publish.ts';
import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import { libraryStamp } from '../catalogue/library-stamp.ts';
import type { Target } from '../catalogue/target.ts';
import type { FolderLesson, Problem } from '../folder/folder-listing.ts';
import { type ScanOptions, scanFor } from '../folder/scan-folder.ts';
import { lastNumber } from '../journal/lock.ts';
import { type Library, readPublished } from '../journal/read-published.ts';
import { shown } from '../messages/shown.ts';
import { refuseOlderSite } from '../older-site.ts';
import { withTarget } from '../open-target.ts';
import { OwnerError } from '../owner-error.ts';
import type { Change } from '../plan/change.ts';
import { isEmpty, type Plan, plan } from '../plan/plan.ts';
import { planLines } from '../report/plan-lines.ts';
import { progressOn } from '../report/progress-bars.ts';
import { undoneLines } from '../report/undo-lines.ts';
import { textsLeft } from '../texts/keep-folder-texts.ts';
import type { LessonReader } from '../texts/lesson-reader.ts';
import { PageTable } from '../texts/page-table.ts';
import { finishUndo } from '../undo/take-back.ts';
import {
  agreeTo,
  type Command,
  type CommandContext,
  catalogueOn,
  endDryRun,
  exitCode,
  locked,
} from './command.ts';
import { ownersReader, readWords } from './read-words.ts';

/** Shows what would change, asks, publishes. */
export const publishCommand: Command = async (context) => {
  const { options, messages, screen, signal } = context;
  screen.print(messages.publish.folder(options.folder));
  screen.print(messages.publish.place(options.hosted?.endpoint ?? options.dataDir));
  for (;;) {
    // It reads while the folder is looked through, the owner thinks and files are copied.
    await using reader = ownersReader(signal);
    // The library is left to others while the owner thinks.
    const agreed = await withTarget(options, ({ target }) => planToShow(target, context, reader));
    for (const line of planLines(agreed.wanted, messages, options.all)) screen.print(line);
    const refused = await agreeToPlan(agreed.wanted, context);
    if (refused !== null) return refused;
    const ended = await withTarget(options, ({ target }) => publishAgreed(target, agreed, context));
    if (ended === null) continue;
    await withTarget(options, (open) => readWords(open, ended.texts, context, reader));
    return ended.code;
  }
};

/** A plan to be shown, and the library as it is now, when nobody publishes to it. `reader` begins with the words of what is new. */
async function planToShow(target: Target, context: CommandContext, reader: LessonReader) {
  const { options, signal } = context;
  await refuseOlderSite(target);
  const catalogue = catalogueOn(target, context);
  // Before the library is read: what changes meanwhile makes another stamp. The number is that of the last one who had published.
  const [number, stamp] = await Promise.all([lastNumber(catalogue), libraryStamp(target, signal)]);
  // Whether there is a table for the words of the lessons.
  const hasTexts = (await new PageTable(target, signal).count().catch(() => null)) !== null;
  const library = await readLibrary(catalogue, context);
  const published = new Set(library.lessons.map(({ contentId }) => contentId));
  const onLesson = ({ contentId, path, modifiedAt }: FolderLesson) => {
    if (!published.has(contentId))
      reader.readAhead(contentId, { path: join(options.folder, path), modifiedAt });
  };
  using pdfs = reader.opener;
  const reading = hasTexts && !options.dryRun ? { onLesson, pdfs } : undefined;
  const made = await makePlan(catalogue, context, library, reading);
  checkFolder(made, context);
  return { number, stamp, ...made };
}

/** Refuses a folder that is not there, or that cannot be meant when it was named: nobody is asked whether the library may go for it. */
function checkFolder({ listing, wanted }: Made, { options, messages }: CommandContext): void {
  const { folder, operand } = options;
  if (operand && !listing.exists) throw new ConfigError(messages.error.file.ENOENT?.(folder) ?? folder);
  // Where it takes nothing off the site there is no question in which it would be told.
  if (!listing.exists && !wanted.guard) throw new OwnerError(({ doctor }) => doctor.folderMissing(folder));
  const isCategory = listing.lessons.length === 0 && listing.problems.some(isLessonOutside);
  if (operand && isCategory) throw new ConfigError(messages.publish.noCategories(folder));
}

/** A PDF that stands in no category. */
const isLessonOutside = ({ kind, path }: Problem) => kind === 'notInCategory' && /\.pdf$/i.test(path);

function readLibrary(catalogue: Catalogue, { messages, screen }: CommandContext): Promise<Library> {
  return readPublished(catalogue, (left) => screen.print(messages.publish.adopting(left)));
}

type Made = Awaited<ReturnType<typeof makePlan>>;

async function makePlan(
  catalogue: Catalogue,
  { options, signal }: CommandContext,
  library: Library,
  reading?: Pick<ScanOptions, 'onLesson' | 'pdfs'>,
) {
  const listing = await scanFor(catalogue, options, signal, { ...reading, waits: true });
  return { listing, library, wanted: plan(listing, library, new Date().toISOString()) };
}

async function agreeToPlan(wanted: Plan, context: CommandContext) {
  const { options, messages, screen } = context;
  if (options.dryRun) {
    if (wanted.guard) screen.print(messages.plan.guard(wanted.guard));
    return endDryRun(context, wanted.attention.length > 0 ? exitCode.attention : exitCode.done);
  }
  // An interrupted publication may be left to finish even when nothing differs any more; that needs no question.
  if (isEmpty(wanted)) return null;
  return agreeTo(messages.ask.publish, context, wanted.guard);
}

/**
 * Publishes what was agreed to. Returns null when the library was changed by somebody else in between, so that the plan the owner
 * saw is no longer true and must be shown anew.
 */
async function publishAgreed(
  target: Target,
  agreed: Awaited<ReturnType<typeof planToShow>>,
  context: CommandContext,
) {
  const { options, messages, screen, signal } = context;
  const { folder, dataDir } = options;
  const began = performance.now();
  return locked(target, context, async ({ catalogue, number }) => {
    const scan = () => scanFor(catalogue, options, signal);
    const undo = await finishUndo({ catalogue, folder, scan, signal });
    if (undo) {
      for (const line of undoneLines(undo, messages, messages.undo.finished)) screen.print(line);
      return null;
    }
    // Listing a library of thousands takes seconds; the one that was listed for the question is still true when nothing changed.
    const before = await libraryStamp(target, signal);
    const isSame = agreed.number !== null && number === agreed.number + 1 && before === agreed.stamp;
    const library = isSame ? agreed.library : await readLibrary(catalogue, context);
    const made = await makePlan(catalogue, context, library);
    checkFolder(made, context);
    const { listing, wanted } = made;
    if (!isPartOf(wanted, agreed.wanted)) return null;
    // Before the first change: whoever goes on after an interruption looks at the same folder.
    const isRemembered = rememberLessonFolder(options.folderSettings, folder);
    if (!isRemembered) screen.print(messages.publish.otherFolder(lessonFolder(options.folderSettings)));
    const progress = progressOn(screen, messages);
    const ended = await publish({ catalogue, library, plan: wanted, folder, progress });
    const { failures, done, linked } = ended;
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
    const lost = lostSince(agreed.wanted, made);
    if (lost.length > 0) screen.print(messages.publish.lost);
    for (const path of lost) screen.print(`  ${shown(path)}`);
    const isWhole = failures.length + wanted.attention.length + lost.length === 0;
    const code = isWhole ? exitCode.done : exitCode.attention;
    const changes = failures.length > 0 ? null : wanted.changes;
    return { code, texts: await textsLeft(target, { before, dataDir, listing, changes }, signal) };
  });
}

/** The files of lessons that were agreed to and are not as they were: gone, cut short, or no PDF any more. */
function lostSince(agreed: Plan, { listing }: Made): string[] {
  const there = new Set(listing.lessons.map(({ path, contentId }) => `${contentId} ${path}`));
  return agreed.changes.flatMap(({ source }) =>
    source && !there.has(`${source.contentId} ${source.path}`) ? [source.path] : [],
  );
}

function isPartOf(wanted: Plan, agreed: Plan): boolean {
  const key = ({ kind, id, after }: Change) =>
    JSON.stringify([kind, id, after?.category, after?.fileName, after?.contentId]);
  const seen = new Set(agreed.changes.map(key));
  const renamed = new Set(agreed.renamedCategories.map(({ id, to }) => `${id} ${to}`));
  const emptied = new Set(agreed.emptyCategories.map(({ id }) => id));
  return (
    wanted.changes.every((change) => seen.has(key(change))) &&
    wanted.renamedCategories.every(({ id, to }) => renamed.has(`${id} ${to}`)) &&
    wanted.emptyCategories.every(({ id }) => emptied.has(id))
  );
}
