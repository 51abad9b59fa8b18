import { plainMessage } from '#contract/plain-message.ts';
import type { Messages } from './messages/en.ts';

/** Rows that are named; a library in which more are wrong has another trouble. */
const mostRows = 100;

/** What the running site tells its owner while it serves: each thing once. */
export function createOwnerNotes(say: Messages, tell: (line: string) => void = console.warn) {
  const rows = new Set<string>();
  let isAway = false;
  return {
    /** A row of the library cannot be shown. */
    skipped({ id, reason }: { id: string; reason: string }): void {
      if (rows.has(id) || rows.size >= mostRows) return;
      rows.add(id);
      tell(say.skipped(id, reason));
    },
    /** The backend did not answer a page, or (without a reason) did. */
    asked(failure?: Error): void {
      if (isAway === (failure !== undefined)) return;
      isAway = failure !== undefined;
      tell(failure ? say.away(plainMessage(failure.message)) : say.back);
    },
  };
}
