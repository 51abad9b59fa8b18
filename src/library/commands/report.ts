import { createLetters } from '../letters/letters.ts';
import type { FolderStatus } from '../letters/status-letter.ts';
import type { Messages } from '../messages/en.ts';
import { isolate } from '../messages/format.ts';
import {
  type Change,
  changeKinds,
  type LessonPath,
  listCountsInOrder,
  sortForVisitors,
} from '../plan/model.ts';
import { isEmpty, type Plan } from '../plan/plan.ts';
import type { UndoFailure } from '../undo/carry-out.ts';
import type { PlannedUndo, UndoResult } from '../undo/undo.ts';
import type { UndoStep } from '../undo/undo-plan.ts';
import type { LibraryContext } from './command.ts';

/** Formats the plan as lines for the owner. `all` shows long lists in full. */
export function formatPlan(plan: Plan, messages: Messages, all: boolean): string[] {
  const planTexts = messages.plan;
  const list = (heading: string, items: string[]) => formatList(heading, items, messages, all);
  const changes = changeKinds.flatMap((kind) => {
    const ofKind = plan.changes.filter((change) => change.kind === kind);
    const sortedChanges = sortForVisitors(ofKind, ({ before, after }) => after ?? before);
    const texts = sortedChanges.map(
      (change) => formatChange(change, messages) + formatDate(change, messages),
    );
    return list(`${planTexts.kind[kind]}: ${messages.lessons(ofKind.length)}`, texts);
  });
  const names = (categories: { name: string }[]) => categories.map(({ name }) => isolate(name));
  const renames = plan.renamedCategories.map(
    ({ from, to }) => `${isolate(from)} ${messages.arrow} ${isolate(to)}`,
  );
  const changeLines = isEmpty(plan)
    ? [planTexts.nothing]
    : [
        planTexts.heading,
        '',
        ...list(planTexts.newCategory, names(plan.newCategories)),
        ...list(planTexts.renamedCategory, renames),
        ...changes,
        ...list(planTexts.emptyCategory, names(plan.emptyCategories)),
        ...(plan.unchangedCount > 0 ? [`  ${planTexts.unchanged(plan.unchangedCount)}`] : []),
      ];
  const remarks = [
    list(planTexts.attention, plan.problems.map(planTexts.problem)),
    list(planTexts.locked, plan.lockedPaths.map(isolate)),
    list(planTexts.pictures(plan.unsearchablePaths.length), plan.unsearchablePaths.map(isolate)),
    list(planTexts.noSuchDates, plan.noSuchDatePaths.map(isolate)),
    list(planTexts.oneLanguage, plan.monolingualCategories.map(isolate)),
  ];
  return [...changeLines, ...remarks.flatMap((lines) => (lines.length > 0 ? ['', ...lines] : [])), ''];
}

/** Number of items in a shortened list. */
const SHORT_LIST_ITEMS = 12;

/** Formats a heading and its items as lines; shortens a long list unless `all` is set. An empty list has no lines. */
function formatList(heading: string, items: string[], messages: Messages, all: boolean): string[] {
  if (items.length === 0) return [];
  const visibleItems = all ? items : items.slice(0, SHORT_LIST_ITEMS);
  const omittedCount = items.length - visibleItems.length;
  return [
    `  ${heading}`,
    ...visibleItems.map((item) => `    ${item}`),
    ...(omittedCount > 0 ? [`    ${messages.plan.more(omittedCount)}`] : []),
  ];
}

/** Formats a lesson's path, or its old and new path if they differ. */
export function formatChange(
  { before, after }: { before: LessonPath | null; after: LessonPath | null },
  { arrow }: Messages,
): string {
  const paths = [before, after].flatMap((path) => (path ? [formatPath(path)] : []));
  return [...new Set(paths)].join(` ${arrow} `);
}

/** Formats the date of a lesson whose file name begins with a date, or whose date changes; empty for other lessons. */
function formatDate({ kind, after }: Change, { day }: Messages): string {
  return after && (after.folderName || kind === 'dated') ? ` (${day(after.publishedAt)})` : '';
}

/** Formats the path of a lesson, or the name of a category. */
function formatPath({ category, fileName }: LessonPath): string {
  return fileName === '' ? isolate(category) : `${isolate(category)} / ${isolate(fileName)}`;
}

/** Summarizes a publication in one line; an empty string if no lesson and no category name changed. */
export function summarize(
  publishedChanges: Change[],
  { renamedCategories }: Plan,
  messages: Messages,
): string {
  const byKind = Map.groupBy(publishedChanges, ({ kind }) => kind);
  const counts = new Map<string, number>([...byKind].map(([kind, { length }]) => [kind, length]));
  counts.set('categoryRenamed', renamedCategories.length);
  return formatCounts(listCountsInOrder(counts), messages);
}

/** Formats the number of changes of each kind. */
export function formatCounts(
  counts: ReturnType<typeof listCountsInOrder>,
  { plan, texts }: Messages,
): string {
  return counts.map(([kind, count]) => `${plan.kind[kind]}: ${count}`).join(texts.comma);
}

/** Formats an undo's changes in the folder as lines. `all` shows long lists in full. */
export function formatUndoPlan(
  { steps, skipped }: Pick<PlannedUndo, 'steps' | 'skipped'>,
  messages: Messages,
  all: boolean,
): string[] {
  const texts = messages.undo;
  const list = (heading: string, items: string[]) => formatList(heading, items, messages, all);
  const byKind = Object.groupBy(steps, ({ kind }) => kind);
  const byReason = Object.groupBy(skipped, ({ reason }) => reason);
  const kinds = ['folder', 'fetch', 'replace', 'move', 'moveOut'] as const;
  const reasons = ['expired', 'taken', 'changed'] as const;
  const stepsOf = (kind: UndoStep['kind']) => byKind[kind]?.map((step) => formatStep(step, messages)) ?? [];
  return [
    ...kinds.flatMap((kind) => list(texts.step[kind], stepsOf(kind))),
    ...reasons.flatMap((reason) =>
      list(texts.notUndone[reason], byReason[reason]?.map(({ path }) => formatPath(path)) ?? []),
    ),
  ];
}

/** Formats the result of an undo as lines. */
export function formatUndoResult(
  { number, failedSteps, failures }: UndoResult,
  messages: Messages,
  done = messages.undo.done,
): string[] {
  const problems = [
    ...failedSteps.map((failure) => formatUndoFailure(failure, messages)),
    ...failures.map(messages.publish.failure),
  ];
  return problems.length === 0 ? [done] : [...problems, messages.undo.partly(number)];
}

/** Describes a failed step and the reason. */
function formatUndoFailure({ step, reason, error }: UndoFailure, messages: Messages): string {
  const reasonText = reason === 'other' ? formatSystemError(error, messages) : messages.undo.reasons[reason];
  return messages.undo.refused(formatStep(step, messages), reasonText);
}

function formatStep(step: UndoStep, messages: Messages): string {
  return step.kind === 'folder'
    ? `${isolate(step.from)} ${messages.arrow} ${isolate(step.to)}`
    : formatChange({ before: step.from ?? null, after: step.to ?? null }, messages);
}

/** Returns the message for a system error about a file. */
function formatSystemError(error: unknown, { error: texts }: Messages): string {
  const { code = '', path = '…' } = error as NodeJS.ErrnoException;
  return texts.file[code]?.(path) ?? texts.system(path, code);
}

/** Writes the status letter after a command that published. If the site runs, the site writes the letter. */
export async function reportStatus(
  { options, local, screen, report }: LibraryContext,
  status: FolderStatus,
): Promise<void> {
  if (report) return report(options.folder, status);
  const { dataDir, language, siteUrl: origin } = options;
  const choices = () => options.choices;
  const letters = createLetters({ local, dataDir, language, choices, origin, log: screen.print });
  await letters.writeStatusLetter(options.folder, status);
}
