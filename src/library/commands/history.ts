import { AppwriteCatalogue, type Catalogue } from '../catalogue/appwrite-catalogue.ts';
import { changesOf, type PublicationRecord, readHistory } from '../journal/history.ts';
import type { Messages } from '../messages/en.ts';
import { shown } from '../messages/shown.ts';
import { withTarget } from '../open-target.ts';
import { recordedKinds } from '../plan/change.ts';
import { changeText, countsText } from '../report/plan-lines.ts';
import { type Command, exitCode } from './command.ts';

/** How many publications are shown, and up to how many changes each is told lesson by lesson, unless all is wanted. */
const shownPublications = 20;
const fewChanges = 5;

/** What each publication did, the latest first, with the number by which it can be taken back. */
export const historyCommand: Command = async ({ options, messages, screen, signal }) =>
  withTarget(options, async ({ target }) => {
    const catalogue = new AppwriteCatalogue(target, signal);
    const history = await readHistory(catalogue);
    if (history.length === 0) screen.print(messages.history.none);
    const latest = history.toReversed().slice(0, options.all ? history.length : shownPublications);
    for (const record of latest) {
      const number = `${record.number}.`.padStart(String(history.length).length + 1);
      screen.print(`${number} ${messages.date(record.at)}  ${told(record, history, messages)}`);
      const count = record.counts.reduce((sum, [, one]) => sum + one, 0);
      if (!options.all && count > fewChanges) continue;
      for (const line of await details(catalogue, record, messages)) screen.print(`    ${line}`);
    }
    if (latest.length < history.length)
      screen.print(messages.history.earlier(history.length - latest.length));
    return exitCode.done;
  });

function told(record: PublicationRecord, history: PublicationRecord[], messages: Messages): string {
  const say = messages.history;
  const { counts, finished, undone, undoes, past, partly, partlyUndone } = record;
  if (!finished) return undoes ? say.openUndo : say.open;
  const undid = history.find(({ id }) => id === undoes);
  if (undid && counts.length === 0)
    return partly ? say.undoRefused(undid.number) : say.undoNothing(undid.number);
  const remarks = [
    ...(undone ? [say.undone] : partlyUndone ? [say.partlyUndone] : past ? [say.past] : []),
    ...(undid ? [partly ? say.undoPart(undid.number) : say.undo(undid.number)] : []),
  ];
  const text = countsText(counts, messages) || say.nothing;
  return remarks.length > 0 ? `${text} (${remarks.join('; ')})` : text;
}

async function details(catalogue: Catalogue, record: PublicationRecord, messages: Messages) {
  if (record.counts.length === 0) return [];
  const entries = await changesOf(catalogue, record.id);
  return recordedKinds.flatMap((kind) =>
    entries
      .filter((entry) => entry.kind === kind)
      .map(({ note, ...change }) => {
        const renamed = `${shown(String(note?.from))} ${messages.arrow} ${shown(String(note?.to))}`;
        const what = kind === 'categoryRenamed' ? renamed : changeText(change, messages);
        return `${messages.plan.kind[kind]}: ${what}`;
      }),
  );
}
