import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import { libraryStamp } from '../catalogue/library-stamp.ts';
import type { Target } from '../catalogue/target.ts';
import { scanFor } from '../folder/scan-folder.ts';
import { nextToUndo, readHistory } from '../journal/history.ts';
import { refuseOlderSite } from '../older-site.ts';
import { withTarget } from '../open-target.ts';
import { OwnerError } from '../owner-error.ts';
import { planLines } from '../report/plan-lines.ts';
import { progressOn } from '../report/progress-bars.ts';
import { undoLines, undoneLines } from '../report/undo-lines.ts';
import { notePast, planUndo, takeBack, type Undoing } from '../undo/take-back.ts';
import {
  agreeTo,
  type Command,
  type CommandContext,
  catalogueOn,
  endDryRun,
  exitCode,
  locked,
} from './command.ts';
import { readWords } from './read-words.ts';

/** Takes back the last publication, or the one of a number: in the folder first, then on the site. Again takes back the one before. */
export const undoCommand: Command = async (context) => {
  const { options, messages, screen } = context;
  const say = messages.undo;
  for (;;) {
    // The library is left to others while the owner thinks.
    const found = await withTarget(options, async ({ target }) => {
      await refuseOlderSite(target);
      return find(catalogueOn(target, context), context);
    });
    if (!found) {
      screen.print(say.nothing);
      return exitCode.done;
    }
    const { undoing, isInterrupted } = found;
    const { record, steps, wanted } = undoing;
    const when = messages.date(record.at);
    screen.print(isInterrupted ? say.goingOn(record.number, when) : say.heading(record.number, when));
    screen.print('');
    for (const line of undoLines(undoing, messages, options.all)) screen.print(line);
    if (steps.length > 0) screen.print('');
    // Nothing of it can be taken back any more.
    const past = steps.length === 0 && !isInterrupted;
    if (past) screen.print(say.past(record.number));
    else for (const line of planLines(wanted, messages, options.all)) screen.print(line);
    if (options.dryRun) return endDryRun(context);
    if (!isInterrupted && !past) {
      const refused = await agreeTo(messages.ask.undo, context, wanted.guard);
      if (refused !== null) return refused;
    }
    const ended = await withTarget(options, ({ target }) => carryOutAgreed(target, undoing, context));
    if (ended === null) continue;
    const { code, texts } = ended;
    if (texts) await withTarget(options, (open) => readWords(open, texts, context));
    return code;
  }
};

/** What would be taken back now; null when there is nothing. */
async function find(catalogue: Catalogue, { options, signal }: CommandContext) {
  const { folder, number } = options;
  const next = nextToUndo(await readHistory(catalogue), number);
  if (!next) {
    if (number === null) return null;
    throw new OwnerError(({ undo }) => undo.noSuch(number));
  }
  if ('open' in next) throw new OwnerError(({ history }) => history.open);
  const listing = await scanFor(catalogue, options, signal);
  if (!listing.exists) throw new OwnerError(({ undo }) => undo.noFolder(folder));
  return { undoing: await planUndo(catalogue, next.record, listing), isInterrupted: next.isInterrupted };
}

/** Returns null when something is not as it was shown any more. */
async function carryOutAgreed(target: Target, agreed: Undoing, context: CommandContext) {
  const { options, messages, screen, signal } = context;
  const { folder } = options;
  // The lock is held while the folder changes, so that the running site does not publish half of it.
  return locked(target, context, async ({ catalogue }) => {
    const found = await find(catalogue, context);
    if (!found || !isSame(found.undoing, agreed)) return null;
    if (agreed.steps.length === 0 && !found.isInterrupted) {
      await notePast(catalogue, agreed, folder);
      return { code: exitCode.attention };
    }
    const scan = () => scanFor(catalogue, options, signal);
    const progress = progressOn(screen, messages);
    const ended = await takeBack({ catalogue, record: agreed.record, folder, scan, progress, signal });
    for (const line of undoneLines(ended, messages)) screen.print(line);
    const isWhole = ended.refused.length + ended.failures.length + agreed.left.length === 0;
    // What came back has no words yet.
    const texts = { listing: await scan(), changes: null, stamp: await libraryStamp(target, signal) };
    return { code: isWhole ? exitCode.done : exitCode.attention, texts };
  });
}

/** Whether the owner has seen what would be done now. */
function isSame(now: Undoing, agreed: Undoing): boolean {
  const seen = ({ record, steps, left, wanted }: Undoing) => {
    const changes = wanted.changes.map(({ kind, id, after }) => [kind, id, after?.contentId]);
    return JSON.stringify([record.id, steps, left, changes]);
  };
  return seen(now) === seen(agreed);
}
