import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { lockFile } from '#backend/data-folder.ts';
import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import { type Held, LockLost } from '../catalogue/bound-writes.ts';
import { type JournalEntry, type NewJournalEntry, noDetails } from './journal-entry.ts';

/** Milliseconds. A holder writes every quarter of this; one that did not for so long is gone. */
const lifetime = 60_000;
const pause = 500;

/** The lock of a library, held. */
export interface HeldLock {
  /** Tells this holder from every other. */
  run: string;
  /** One more than the last holder's. */
  number: number;
  held: Held;
  /** The library as this holder may write to it: the first write after the lock was lost rejects with `LockLost`. */
  catalogue: Catalogue;
}

/**
 * Runs `work` while nobody else publishes to the same library, here or on another computer. Waits for whoever does, of which `onWait`
 * is told once; a holder on this computer whose process has ended, or one that was silent for a minute, does not count. `signal` ends
 * the questions of the work, not those that give the lock back.
 *
 * Each holder has a number, one more than the last one's, and the highest has the lock: a holder that was taken for gone and comes
 * back finds a higher one and stops. Source: docs/decisions/009.
 */
export async function withLock<Result>(
  catalogue: Catalogue,
  work: (lock: HeldLock) => Promise<Result>,
  onWait: () => void,
  signal?: AbortSignal,
): Promise<Result> {
  const run = randomUUID();
  // Held while this process lives, so that others on this computer see at once that it does not any more.
  const alive = lockFile(aliveFile(run));
  let given = true;
  try {
    const number = await take(catalogue, run, onWait, signal);
    const lease = leaseOf(catalogue, run, number);
    const held = { lock: lockId(number), check: lease.check };
    given = false;
    const beat = setInterval(() => lease.renew().catch(() => {}), lifetime / 4);
    try {
      const library = catalogue.heldWith(held, signal);
      return await work({ run, number, held, catalogue: library });
    } finally {
      clearInterval(beat);
      // When the backend cannot be reached the lock runs out by itself; one that was lost needs not be given back.
      given = await lease.end().then(
        () => true,
        (error) => error instanceof LockLost,
      );
    }
  } finally {
    alive?.release();
    // Left there where the lock was not given back: others see by it that its holder has ended.
    if (given) rmSync(aliveFile(run), { force: true });
  }
}

/** Whether a holder of a library's lock is the one of this run: the two are the same library. */
export async function isHeldBy(catalogue: Catalogue, run: string): Promise<boolean> {
  return (await holderOf(catalogue))?.note?.run === run;
}

/** The number of the last holder once it gave the lock back, 0 when there was none; null while somebody has it, or was lost with it. */
export async function lastNumber(catalogue: Catalogue): Promise<number | null> {
  const holder = await holderOf(catalogue);
  if (!holder) return 0;
  return holder.note?.released ? numberOf(holder) : null;
}

async function take(catalogue: Catalogue, run: string, onWait: () => void, signal?: AbortSignal) {
  let told = false;
  let seen = { key: '', since: 0 };
  for (;;) {
    const holder = await holderOf(catalogue);
    const key = `${holder?.id} ${holder?.updatedAt}`;
    // By our own clock: the backend's may be another.
    const now = performance.now();
    if (key !== seen.key) seen = { key, since: now };
    if (!holder || holder.note?.released || isGone(holder) || now - seen.since > lifetime) {
      const number = holder ? numberOf(holder) + 1 : 1;
      if (await claimed(catalogue, run, number)) return number;
    } else {
      if (!told) onWait();
      told = true;
      await setTimeout(pause, undefined, signal && { signal });
    }
  }
}

/** Makes the row of a number, unless another one was faster. What came before it is taken away. */
async function claimed(catalogue: Catalogue, run: string, number: number): Promise<boolean> {
  const entry = lockEntry(run, number, false);
  const made = await catalogue.claim(entry);
  const locks = await catalogue.journal(['lock']);
  const highest = highestOf(locks);
  // The answer to our own claim may have been lost on its way; or we were so slow that others came and went since.
  if (highest?.note?.run !== run || highest.id !== entry.id) {
    if (made) await catalogue.removeJournal(entry.id);
    return false;
  }
  for (const { id } of locks) if (id !== entry.id) await catalogue.removeJournal(id);
  return true;
}

/** What a holder knows of its lock: while it was seen lately nobody can have taken it over, and no question is asked. */
function leaseOf(library: Catalogue, run: string, number: number) {
  const catalogue = library.heldWith({ lock: lockId(number) });
  // The one stands still while a computer sleeps, the other can be set.
  const clocks = () => ({ steady: performance.now(), wall: Date.now() });
  let seen = clocks();
  let renewing: Promise<void> | undefined;
  let over = false;
  const save = (released: boolean) => catalogue.saveJournal([lockEntry(run, number, released)]);
  const look = async () => {
    const now = clocks();
    if (!(await isHeldBy(catalogue, run))) throw new LockLost();
    // Rewrites its own row only: were it taken over in between, the higher number still counts.
    if (!over) await save(false);
    seen = now;
  };
  const renew = () => {
    renewing ??= look().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
  return {
    renew,
    check: async () => {
      const { steady, wall } = clocks();
      if (Math.max(steady - seen.steady, Math.abs(wall - seen.wall)) > lifetime / 3) await renew();
    },
    async end() {
      over = true;
      // A beat that arrived after it would lock the library again.
      await renewing?.catch(() => {});
      await save(true);
    },
  };
}

async function holderOf(catalogue: Catalogue): Promise<JournalEntry | undefined> {
  return highestOf(await catalogue.journal(['lock']));
}

function highestOf(locks: JournalEntry[]): JournalEntry | undefined {
  return locks.toSorted((a, b) => numberOf(a) - numberOf(b)).at(-1);
}

function numberOf({ id }: Pick<JournalEntry, 'id'>): number {
  return Number(/^lock-(\d+)$/.exec(id)?.[1] ?? 0);
}

const lockId = (number: number) => `lock-${number}`;

function lockEntry(run: string, number: number, released: boolean): NewJournalEntry {
  const note = { host: hostname(), run, at: new Date().toISOString(), ...(released && { released }) };
  return { ...noDetails, id: lockId(number), kind: 'lock', note };
}

const aliveFile = (run: string) => join(tmpdir(), `minbar-publishing-${run}`);

/** Whether a holder on this computer died: nobody has the file that it held while it lived. */
function isGone({ note }: JournalEntry): boolean {
  if (note?.host !== hostname() || !/^[0-9a-f-]{36}$/.test(String(note.run))) return false;
  const path = aliveFile(String(note.run));
  if (!existsSync(path)) return false;
  const hold = lockFile(path);
  if (!hold) return false;
  hold.release();
  rmSync(path, { force: true });
  return true;
}
