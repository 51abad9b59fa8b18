import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { processAlive } from '../process-alive.ts';
import type { JournalEntry, NewJournalEntry } from './journal-entry.ts';

const id = 'lock';
/** Milliseconds. A holder writes every quarter of this; one that did not for so long is gone. */
const lifetime = 60_000;
const pause = 500;

/**
 * Runs `work` while nobody else publishes to the same library, here or on another computer. Waits for the other one, which
 * `onWait` is told once; a holder on this computer whose process is gone, or one silent for a minute, does not count.
 */
export async function withLock<Result>(
  catalogue: Catalogue,
  work: () => Promise<Result>,
  onWait: () => void,
  signal?: AbortSignal,
): Promise<Result> {
  let told = false;
  while (!(await catalogue.claim(lockEntry()))) {
    const [holder] = await catalogue.journal(['lock']);
    if (holder && isGone(holder)) await catalogue.removeJournal(id);
    else {
      if (!told) onWait();
      told = true;
      await setTimeout(pause, undefined, signal && { signal });
    }
  }
  let beating = Promise.resolve();
  const beat = setInterval(() => {
    beating = catalogue.saveJournal([lockEntry()]).catch(() => {});
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
}

function lockEntry(): NewJournalEntry {
  const note = { host: hostname(), pid: process.pid, at: new Date().toISOString() };
  return { id, kind: 'lock', publication: null, lesson: null, before: null, after: null, note };
}

function isGone({ note, updatedAt }: JournalEntry): boolean {
  if (Date.now() - Date.parse(updatedAt) > lifetime) return true;
  return note?.host === hostname() && typeof note.pid === 'number' && !processAlive(note.pid);
}
