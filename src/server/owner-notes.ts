import { plainMessage } from '#contract/plain-message.ts';
import type { Messages } from './messages/en.ts';

/** What the running site tells its owner while it serves: each thing once. */
export interface OwnerNotes {
  /** A row of the library cannot be shown. */
  skipped(row: { id: string; reason: string }): void;
  /** The backend did not answer a page, or (without a reason) did. */
  asked(failure?: Error): void;
}

/** Rows that are named; a library in which more are wrong has another trouble. */
const mostRows = 100;

export function createOwnerNotes(say: Messages, tell: (line: string) => void = console.warn): OwnerNotes {
  const rows = new Set<string>();
  let isAway = false;
  return {
    skipped({ id, reason }) {
      if (rows.has(id) || rows.size >= mostRows) return;
      rows.add(id);
      tell(say.skipped(id, reason));
    },
    asked(failure) {
      if (isAway === (failure !== undefined)) return;
      isAway = failure !== undefined;
      tell(failure ? say.away(plainMessage(failure.message)) : say.back);
    },
  };
}
