import { publish } from '../apply/publish.ts';
import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
import { exitCode } from '../exit-code.ts';
import { scanFolder } from '../folder/scan-folder.ts';
import { changesOf, nextToUndo, readHistory } from '../journal/history.ts';
import { type HeldLock, withLock } from '../journal/lock.ts';
import { readPublished } from '../journal/read-published.ts';
import { shown } from '../messages/shown.ts';
import { refuseOlderSite } from '../older-site.ts';
import { withTarget } from '../open-target.ts';
import { plan } from '../plan/plan.ts';
import { dateText } from '../report/date-text.ts';
import { planLines } from '../report/plan-lines.ts';
import { progressOn } from '../report/progress-bars.ts';
import { undoFolder } from '../undo/undo-folder.ts';
import { type UndoSteps, undoneListing, undoSteps } from '../undo/undo-steps.ts';
import { agreeTo, agreeToRemovals } from './agree.ts';
import type { Command, CommandContext } from './command.ts';

/** Takes back the last publication: in the folder first, then on the site. Again takes back the one before. */
export const undoCommand: Command = async (context) => {
  const { options, messages, screen, signal } = context;
  return withTarget(options, async (reached) => {
    await refuseOlderSite(reached);
    const open = new AppwriteCatalogue(reached.target);
    const largest = await open.largestFile();
    const scan = () => scanFolder({ folder: options.folder, largest, signal });
    const undo = async ({ catalogue }: HeldLock) => {
      const record = nextToUndo(await readHistory(catalogue));
      if (!record || 'open' in record) {
        screen.print(record ? messages.history.open : messages.undo.nothing);
        return record ? exitCode.failed : exitCode.done;
      }
      const listing = await scan();
      const steps = undoSteps(await changesOf(catalogue, record), listing);
      const published = await readPublished(catalogue);
      const now = new Date().toISOString();
      const wanted = plan(undoneListing(steps, listing), published, now);
      screen.print(messages.undo.heading(dateText(record.at, options.language)));
      for (const line of stepLines(steps, context)) screen.print(line);
      for (const line of planLines(wanted, messages, options.all)) screen.print(line);
      if (options.dryRun) {
        screen.print(messages.ask.dryRun);
        return exitCode.done;
      }
      const refused = wanted.guard
        ? await agreeToRemovals(wanted.guard, context)
        : await agreeTo(messages.ask.undo, context);
      if (refused !== null) return refused;

      const aside = `_undone ${now.slice(0, 16).replace(/[T:]/g, '-')}`;
      const gone = await undoFolder(steps, options.folder, aside, catalogue);
      for (const { fileName } of gone) screen.print(messages.undo.gone(fileName));
      const agreed = plan(await scan(), published, now);
      const progress = progressOn(screen, messages);
      const { failures } = await publish({
        catalogue,
        library: published,
        plan: agreed,
        folder: options.folder,
        progress,
        undoes: record.id,
        signal,
      });
      for (const failure of failures) screen.print(messages.publish.failure(failure));
      screen.print(messages.undo.done);
      return failures.length + gone.length + steps.blocked.length > 0 ? exitCode.attention : exitCode.done;
    };
    // The lock is held while the folder changes, so that the running site does not publish half of it.
    return withLock(open, undo, () => screen.print(messages.publish.waiting), signal);
  });
};

function stepLines(steps: UndoSteps, { messages }: CommandContext): string[] {
  const say = messages.undo;
  const place = ({ category, fileName }: { category: string; fileName: string }) =>
    `${shown(category)} / ${shown(fileName)}`;
  return [
    '',
    ...steps.folders.map(({ from, to }) => `  ${say.rename}: ${shown(from)} ${messages.arrow} ${shown(to)}`),
    ...steps.fetches.map((state) => `  ${say.fetch}: ${place(state)}`),
    ...steps.moves.map(
      ({ lesson, to }) => `  ${say.rename}: ${place(lesson)} ${messages.arrow} ${place(to)}`,
    ),
    ...steps.asides.map((lesson) => `  ${say.setAside}: ${place(lesson)}`),
    ...steps.blocked.map((where) => `  ${say.blocked(`${where.category}/${where.fileName}`)}`),
    '',
  ];
}
