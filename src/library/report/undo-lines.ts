import { errorSentence } from '../error-sentence.ts';
import type { Messages } from '../messages/en.ts';
import { shown } from '../messages/shown.ts';
import type { UndoFailure } from '../undo/carry-out.ts';
import type { Undoing, UndoResult } from '../undo/undo.ts';
import type { UndoStep } from '../undo/undo-plan.ts';
import { listLines, placeText } from './plan-lines.ts';

/** What an undo does to the folder, in lines. `all` shows long lists in full. */
export function undoLines(
  { steps, left }: Pick<Undoing, 'steps' | 'left'>,
  messages: Messages,
  all: boolean,
): string[] {
  const say = messages.undo;
  const list = (heading: string, items: string[]) => listLines(heading, items, messages, all);
  const byKind = Object.groupBy(steps, ({ kind }) => kind);
  const byReason = Object.groupBy(left, ({ why }) => why);
  const kinds = ['folder', 'fetch', 'edition', 'move', 'aside'] as const;
  const reasons = ['expired', 'taken', 'changed'] as const;
  const stepsOf = (kind: UndoStep['kind']) => byKind[kind]?.map((step) => stepText(step, messages)) ?? [];
  return [
    ...kinds.flatMap((kind) => list(say.step[kind], stepsOf(kind))),
    ...reasons.flatMap((why) => list(say.left[why], byReason[why]?.map(({ at }) => placeText(at)) ?? [])),
  ];
}

/** How an undo has ended. */
export function undoneLines(
  { number, refused, failures }: UndoResult,
  messages: Messages,
  done = messages.undo.done,
): string[] {
  const not = [
    ...refused.map((failure) => undoFailureText(failure, messages)),
    ...failures.map(messages.publish.failure),
  ];
  return not.length === 0 ? [done] : [...not, messages.undo.partly(number)];
}

/** What a step does, and why it could not be done. */
function undoFailureText({ step, why, error }: UndoFailure, messages: Messages): string {
  const reason = why === 'other' ? errorSentence(error, messages, '…') : messages.undo.why[why];
  return messages.undo.refused(stepText(step, messages), reason);
}

function stepText(step: UndoStep, { arrow }: Messages): string {
  if (step.kind === 'folder') return `${shown(step.from)} ${arrow} ${shown(step.to)}`;
  if (step.kind === 'move') return `${placeText(step.from)} ${arrow} ${placeText(step.to)}`;
  return placeText(step.kind === 'fetch' ? step.state : step.at);
}
