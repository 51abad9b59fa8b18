import type { Messages } from '../messages/en.ts';
import { isolate } from '../messages/format.ts';
import { changeKinds } from '../plan/model.ts';
import { type Log, type PublicationRecord, readHistory } from '../store/log.ts';
import { exitCode, type LibraryCommand } from './command.ts';
import { changeText, countsText } from './report.ts';

/** Maximum publications shown, and changes of each listed one by one, without `--all`. */
const MAX_PUBLICATIONS = 20;
const MAX_CHANGES = 5;

/** Prints each publication, the latest first, with the number that `undo` takes. */
export const historyCommand: LibraryCommand = async ({ options, messages, screen, local: { log } }) => {
  const history = readHistory(log);
  if (history.length === 0) screen.print(messages.history.none);
  const latest = history.toReversed().slice(0, options.all ? history.length : MAX_PUBLICATIONS);
  for (const record of latest) {
    const number = `${record.number}.`.padStart(String(history.at(-1)?.number).length + 1);
    screen.print(`${number} ${messages.date(record.at)}  ${summaryOf(record, messages)}`);
    const count = record.counts.reduce((sum, [, amount]) => sum + amount, 0);
    if (!options.all && count > MAX_CHANGES) continue;
    for (const line of details(log, record, messages)) screen.print(`    ${line}`);
  }
  if (latest.length < history.length) screen.print(messages.history.earlier(history.length - latest.length));
  return exitCode.done;
};

function summaryOf(record: PublicationRecord, messages: Messages): string {
  const texts = messages.history;
  const { counts, undone, undoes, past, outcome, partlyUndone, by } = record;
  const isPart = outcome === 'partly';
  if (undoes !== null && counts.length === 0)
    return isPart ? texts.undoRefused(undoes) : texts.undoNothing(undoes);
  const remarks = [
    ...(undone ? [texts.undone] : partlyUndone ? [texts.partlyUndone] : past ? [texts.past] : []),
    ...(undoes !== null ? [isPart ? texts.undoPart(undoes) : texts.undo(undoes)] : []),
    ...(by === 'elsewhere' ? [texts.elsewhere] : []),
  ];
  const text = countsText(counts, messages) || texts.nothing;
  return remarks.length > 0 ? `${text} (${remarks.join('; ')})` : text;
}

function details(log: Log, { number, categories, counts }: PublicationRecord, messages: Messages): string[] {
  if (counts.length === 0) return [];
  const changes = log.changesOf(number);
  const { kind: kinds } = messages.plan;
  return [
    ...changeKinds.flatMap((kind) =>
      changes
        .filter((change) => change.kind === kind)
        .map((change) => `${kinds[kind]}: ${changeText(change, messages)}`),
    ),
    ...categories.map(
      ({ from, to }) => `${kinds.categoryRenamed}: ${isolate(from)} ${messages.arrow} ${isolate(to)}`,
    ),
  ];
}
