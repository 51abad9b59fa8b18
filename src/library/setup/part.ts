import { setTimeout } from 'node:timers/promises';
import { retry, whenRefused } from '../sync/client.ts';

/** How parts are made; it is told of every one, in the order they are made. */
export interface Setup {
  /** Nothing is made; `created` is told what would be. */
  isDryRun: boolean;
  created(what: string): void;
  exists(what: string): void;
  /** It is there, but not as the schema wants it; nothing was changed. */
  differs(what: string, how: string): void;
}

/** Asks for a part and makes it when it is not there. Returns what was there, or null when it was made. */
export async function make<Part>(
  { isDryRun, created, exists }: Setup,
  what: string,
  get: () => Promise<Part>,
  create: () => Promise<unknown>,
): Promise<Part | null> {
  const there = await retry(get).catch(whenRefused(null, 404));
  const made = () => retry(create).then(() => true);
  // It is there after all where an earlier try arrived although its answer was lost.
  const isNew = there === null && (isDryRun || (await made().catch(whenRefused(false, 409))));
  if (isNew) created(what);
  else exists(what);
  return there;
}

/** Columns and indexes are built by a worker of Appwrite after the answer; two minutes are enough for it. */
export async function available({ isDryRun }: Setup, what: string, get: () => Promise<unknown>) {
  if (isDryRun) return;
  const end = Date.now() + 120_000;
  for (let pause = 50; Date.now() < end; pause = Math.min(pause * 2, 1000)) {
    const { status, error } = (await retry(get)) as { status: string; error?: string };
    if (status === 'available') return;
    if (status === 'failed' || status === 'stuck') throw new Error(`${what}: ${status} ${error ?? ''}`);
    await setTimeout(pause);
  }
  throw new Error(`${what}: not available after two minutes`);
}

/** Says when a part's permissions are not the wanted ones. */
export function comparePermissions({ differs }: Setup, what: string, there: string[], wanted: string[]) {
  const list = (permissions: string[]) => permissions.toSorted().join(', ') || '(none)';
  if (list(there) !== list(wanted)) differs(what, `permissions ${list(there)}, not ${list(wanted)}`);
}
