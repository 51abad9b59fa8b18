import { makeFridayLetter } from '../letters/friday-letter.ts';
import type { Messages } from '../messages/en.ts';
import { isolate } from '../messages/format.ts';
import { OwnerError } from '../messages/messages.ts';
import { readOpens } from '../opens/opens.ts';
import { changeKinds } from '../plan/model.ts';
import { type Log, type PublicationRecord, readHistory } from '../store/log.ts';
import { endDryRun, exitCode, type LibraryCommand } from './command.ts';
import { formatChange, formatCounts } from './report.ts';

/** Limits without `--all`: number of listed publications, and number of changes above which a publication lists none of them. */
const MAX_PUBLICATIONS = 20;
const MAX_CHANGES = 5;

/** Maximum number of lessons that `opens` lists without `--all`. */
const MAX_LESSONS = 30;

/** Prints each publication, the latest first, with the number that `undo` takes. */
export const historyCommand: LibraryCommand = async ({ options, messages, screen, local: { log } }) => {
  const history = readHistory(log);
  if (history.length === 0) screen.print(messages.history.none);
  const latest = history.toReversed().slice(0, options.all ? history.length : MAX_PUBLICATIONS);
  for (const record of latest) {
    const number = `${record.number}.`.padStart(String(history.at(-1)?.number).length + 1);
    screen.print(`${number} ${messages.date(record.at)}  ${formatSummary(record, messages)}`);
    const count = record.counts.reduce((sum, [, amount]) => sum + amount, 0);
    if (!options.all && count > MAX_CHANGES) continue;
    for (const line of formatChanges(log, record, messages)) screen.print(`    ${line}`);
  }
  if (latest.length < history.length) screen.print(messages.history.earlier(history.length - latest.length));
  return exitCode.done;
};

function formatSummary(record: PublicationRecord, messages: Messages): string {
  const texts = messages.history;
  const { counts, isUndone, undoes, isPast, outcome, isPartlyUndone, by } = record;
  const isPartly = outcome === 'partly';
  if (undoes !== null && counts.length === 0)
    return isPartly ? texts.undoRefused(undoes) : texts.undoNothing(undoes);
  const remarks = [
    ...(isUndone
      ? [texts.undone]
      : isPartlyUndone
        ? [texts.partlyUndone]
        : isPast
          ? [texts.notUndoable]
          : []),
    ...(undoes !== null ? [isPartly ? texts.undoPart(undoes) : texts.undo(undoes)] : []),
    ...(by === 'elsewhere' ? [texts.elsewhere] : []),
  ];
  const text = formatCounts(counts, messages) || texts.nothing;
  return remarks.length > 0 ? `${text} (${remarks.join('; ')})` : text;
}

function formatChanges(
  log: Log,
  { number, categories, counts }: PublicationRecord,
  messages: Messages,
): string[] {
  if (counts.length === 0) return [];
  const changes = log.changesOf(number);
  const { kind: kinds } = messages.plan;
  return [
    ...changeKinds.flatMap((kind) =>
      changes
        .filter((change) => change.kind === kind)
        .map((change) => `${kinds[kind]}: ${formatChange(change, messages)}`),
    ),
    ...categories.map(
      ({ from, to }) => `${kinds.categoryRenamed}: ${isolate(from)} ${messages.arrow} ${isolate(to)}`,
    ),
  ];
}

/** Prints how often each lesson was opened in a period: as a list, or as one JSON object that ignores the list's limit. */
export const opensCommand: LibraryCommand = async ({ options, messages, screen, local }) => {
  const { period, dataDir, json, all } = options;
  const { opens: texts } = messages;
  const { lessons, removedLessons } = local.read();
  const byId = new Map([...removedLessons, ...lessons].map((lesson) => [lesson.id, lesson]));
  const opens = readOpens(dataDir, period).map(({ lesson: id, count }) => {
    const { fileName = id, category = '' } = byId.get(id) ?? {};
    return { id, title: fileName.replace(/\.pdf$/i, ''), category, count };
  });
  if (json) {
    screen.print(JSON.stringify({ period, opens }));
    return exitCode.done;
  }
  const total = opens.reduce((sum, { count }) => sum + count, 0);
  screen.print(opens.length === 0 ? texts.none[period] : texts.heading[period](total));
  const rows = all ? opens : opens.slice(0, MAX_LESSONS);
  const width = String(opens[0]?.count ?? '').length;
  for (const { title, category, count } of rows)
    screen.print(
      `  ${String(count).padStart(width)}  ${[category, title].filter(Boolean).map(isolate).join(' / ')}`,
    );
  if (rows.length < opens.length) screen.print(`  ${messages.plan.more(opens.length - rows.length)}`);
  return exitCode.done;
};

/** Prints the lessons that are new since the last letter, for pasting into a messenger. A dry run does not count as a letter. */
export const letterCommand: LibraryCommand = async (context) => {
  const { options, messages, screen, local, siteUrl } = context;
  const { dataDir, choices, dryRun } = options;
  const origin = options.siteUrl ?? siteUrl?.replace(/\/$/, '');
  if (!origin) throw new OwnerError(({ letter }) => letter.noAddress);
  const { text, record } = makeFridayLetter(local, { dataDir, choices, origin }, new Date());
  screen.print(text ?? messages.letter.nothingNew);
  if (dryRun) return endDryRun(context);
  if (text) record();
  return exitCode.done;
};
