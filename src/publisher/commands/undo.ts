import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { libraryStamp } from '../catalogue/library-stamp.ts';
import { onlyReading } from '../catalogue/only-reading.ts';
import type { Target } from '../catalogue/target.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { KnownContents } from '../folder/known-contents.ts';
import { scanFolder } from '../folder/scan-folder.ts';
import { nextToUndo, readHistory } from '../journal/history.ts';
import { type HeldLock, withLock } from '../journal/lock.ts';
import { refuseOlderSite } from '../older-site.ts';
import { withTarget } from '../open-target.ts';
import { dateText } from '../report/date-text.ts';
import { planLines } from '../report/plan-lines.ts';
import { progressOn } from '../report/progress-bars.ts';
import { undoLines, undoneLines } from '../report/undo-lines.ts';
import type { TextsLeft } from '../texts/keep-folder-texts.ts';
import { isPast, notePast, planUndo, takeBack, type Undoing } from '../undo/take-back.ts';
import { agreeTo, agreeToRemovals } from './agree.ts';
import type { Command, CommandContext } from './command.ts';
import { readWords } from './read-words.ts';

type Found = { undoing: Undoing; isInterrupted: boolean } | { ended: number; sentence: string };

/** Takes back the last publication, or the one of a number: in the folder first, then on the site. Again takes back the one before. */
export const undoCommand: Command = async (context) => {
  const { options, messages, screen, signal } = context;
  for (;;) {
    // The library is left to others while the owner thinks.
    const found = await withTarget(options, async (open) => {
      await refuseOlderSite(open);
      const catalogue = new AppwriteCatalogue(open.target, signal);
      return find(options.dryRun ? onlyReading(catalogue) : catalogue, context);
    });
    if ('ended' in found) {
      screen.print(found.sentence);
      return found.ended as 0 | 1;
    }
    const { undoing, isInterrupted } = found;
    const { record, steps, wanted } = undoing;
    const when = dateText(record.at, options.language);
    screen.print(
      isInterrupted ? messages.undo.goingOn(record.number, when) : messages.undo.heading(record.number, when),
    );
    screen.print('');
    for (const line of undoLines(steps, messages, options.all)) screen.print(line);
    if (steps.steps.length > 0) screen.print('');
    const past = isPast(undoing) && !isInterrupted;
    if (past) screen.print(messages.undo.past(record.number));
    else for (const line of planLines(wanted, messages, options.all)) screen.print(line);
    if (options.dryRun) {
      screen.print(messages.ask.dryRun);
      return exitCode.done;
    }
    if (!isInterrupted && !past) {
      const refused = wanted.guard
        ? await agreeToRemovals(wanted.guard, context)
        : await agreeTo(messages.ask.undo, context);
      if (refused !== null) return refused;
    }
    const ended = await withTarget(options, ({ target }) => carryOutAgreed(target, undoing, context));
    if (ended === null) continue;
    const { code, texts } = ended;
    if (texts) await withTarget(options, ({ target }) => readWords(target, texts, context));
    return code;
  }
};

async function find(catalogue: Catalogue, context: CommandContext): Promise<Found> {
  const { options, messages } = context;
  const next = nextToUndo(await readHistory(catalogue), options.number);
  if (!next) {
    const { number } = options;
    const sentence = number === null ? messages.undo.nothing : messages.undo.noSuch(number);
    return { ended: number === null ? exitCode.done : exitCode.failed, sentence };
  }
  if ('open' in next) return { ended: exitCode.failed, sentence: messages.history.open };
  const listing = await scanOf(catalogue, context)();
  if (!listing.exists) return { ended: exitCode.failed, sentence: messages.undo.noFolder(options.folder) };
  return { undoing: await planUndo(catalogue, next.record, listing), isInterrupted: next.isInterrupted };
}

/** Returns null when something is not as it was shown any more. */
async function carryOutAgreed(
  target: Target,
  agreed: Undoing,
  context: CommandContext,
): Promise<{ code: ExitCode; texts?: TextsLeft } | null> {
  const { options, messages, screen, signal } = context;
  const work = async ({ catalogue }: HeldLock) => {
    const found = await find(catalogue, context);
    if ('ended' in found || !isSame(found.undoing, agreed)) return null;
    const { record } = agreed;
    if (isPast(agreed) && !found.isInterrupted) {
      await notePast(catalogue, agreed, options.folder);
      return { code: exitCode.attention };
    }
    const scan = scanOf(catalogue, context);
    const progress = progressOn(screen, messages);
    const ended = await takeBack({
      catalogue,
      record,
      folder: options.folder,
      scan,
      progress,
      signal,
    });
    for (const line of undoneLines(ended, messages)) screen.print(line);
    const isWhole = ended.refused.length + ended.failures.length + agreed.steps.left.length === 0;
    // What came back has no words yet.
    const texts = { listing: await scan(), changes: null, stamp: await libraryStamp(target, signal) };
    return { code: isWhole ? exitCode.done : exitCode.attention, texts };
  };
  // The lock is held while the folder changes, so that the running site does not publish half of it.
  const waiting = () => screen.print(messages.publish.waiting);
  return withLock(new AppwriteCatalogue(target), work, waiting, signal);
}

function scanOf(catalogue: Catalogue, { options: { folder, dataDir }, signal }: CommandContext) {
  const known = new KnownContents(dataDir);
  return async () => scanFolder({ folder, largest: await catalogue.largestFile(), known, signal });
}

/** Whether the owner has seen what would be done now. */
function isSame(now: Undoing, agreed: Undoing): boolean {
  const seen = ({ record, steps, wanted }: Undoing) =>
    JSON.stringify([
      record.id,
      steps,
      wanted.changes.map(({ kind, id, after }) => [kind, id, after?.contentId]),
    ]);
  return seen(now) === seen(agreed);
}
