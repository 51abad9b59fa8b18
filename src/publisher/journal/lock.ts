import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { processAlive } from '../process-alive.ts';
import type { JournalEntry, NewJournalEntry } from './journal-entry.ts';

const id = 'lock';
/** Milliseconds. A holder writes every quarter of this; one that did not for so long is gone. */
const lifetime = 60_000;
const pause = 500;

/** The locks that this process holds or is about to hold. */
const ours = new Set<string>();

/**
 * Runs `work` while nobody else publishes to the same library, here or on another computer. Waits for the other one, which
 * `onWait` is told once; a holder on this computer that is gone, or one silent for a minute, does not count.
 */
export async function withLock<Result>(
  catalogue: Catalogue,
  work: () => Promise<Result>,
  onWait: () => void,
  signal?: AbortSignal,
): Promise<Result> {
  const run = randomUUID();
  ours.add(run);
  try {
    await take(catalogue, run, onWait, signal);
    let beating = Promise.resolve();
    const beat = setInterval(() => {
      beating = catalogue.saveJournal([lockEntry(run)]).catch(() => {});
    }, lifetime / 4);
    try {
      return await work();
    } finally {
      clearInterval(beat);
      // A beat that arrived after the removal would lock the library again.
      await beating;
      // When the backend cannot be reached the lock runs out by itself.
      await catalogue.removeJournal(id).catch(() => {});
    }
  } finally {
    ours.delete(run);
  }
}

async function take(
  catalogue: Catalogue,
  run: string,
  onWait: () => void,
  signal?: AbortSignal,
): Promise<void> {
  let told = false;
  let seen = { updatedAt: '', since: 0 };
  while (!(await catalogue.claim(lockEntry(run)))) {
    const [holder] = await catalogue.journal(['lock']);
    if (!holder) continue;
    // The answer to our own claim was lost on its way.
    if (holder.note?.run === run) return;
    // By our own clock: the backend's may be another.
    const now = performance.now();
    if (holder.updatedAt !== seen.updatedAt) seen = { updatedAt: holder.updatedAt, since: now };
    if (isGone(holder) || now - seen.since > lifetime) await catalogue.removeJournal(id);
    else {
      if (!told) onWait();
      told = true;
      await setTimeout(pause, undefined, signal && { signal });
    }
  }
}

function lockEntry(run: string): NewJournalEntry {
  const note = { host: hostname(), pid: process.pid, run, at: new Date().toISOString() };
  return { id, kind: 'lock', publication: null, lesson: null, before: null, after: null, note };
}

/** Whether a holder on this computer is gone, or left its lock behind in this very process. */
function isGone({ note }: JournalEntry): boolean {
  if (note?.host !== hostname() || typeof note.pid !== 'number') return false;
  return note.pid === process.pid ? !ours.has(String(note.run)) : !processAlive(note.pid);
}
