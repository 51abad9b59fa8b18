import { freeSpace } from '#library/disk-space.ts';
import { programVersion } from '#settings/folders.ts';
import { withinTime } from '#site/within-time.ts';

export interface HealthOptions {
  /** Asks the library how many lessons it has; rejects when it does not answer. */
  lessons(): Promise<number>;
  /** Where the site writes; absent when it writes nothing. */
  dataDir: string | undefined;
  /** How many requests wait for their turn, and how many connections are open. */
  load(): { waiting: number; connections: number };
}

/** How the site is, for machines: nothing in it that visitors may not know. */
export type Health = Awaited<ReturnType<ReturnType<typeof createHealth>>>;

/** Bytes: some lessons, and the database's own room. */
const enough = 64 * 1024 * 1024;
/** Milliseconds: however often it is asked, library and disk are asked once in that time. */
const kept = 2000;
/** Milliseconds the library may take. */
const patience = 5000;

/** Asks library and disk how they are; those who ask together, or soon after, are told the same. */
export function createHealth({ lessons, dataDir, load }: HealthOptions) {
  const look = async () => {
    const [library, disk] = await Promise.all([askLibrary(lessons), dataDir && askDisk(dataDir)]);
    const isWell = library.answers && disk !== 'low';
    return {
      status: isWell ? ('pass' as const) : ('fail' as const),
      version: programVersion,
      library,
      /** Whether lessons can be published; absent when they are kept elsewhere. */
      ...(disk && { disk }),
      /** Requests that wait for their turn: a quiet site has none. */
      queue: { waiting: load().waiting },
    };
  };
  let last: { since: number; health: ReturnType<typeof look> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.since >= kept) last = { since: now, health: look() };
    return last.health;
  };
}

const askLibrary = (lessons: () => Promise<number>): Promise<{ answers: boolean; lessons?: number }> =>
  withinTime(lessons(), patience).then(
    (many) => ({ answers: true, lessons: many }),
    () => ({ answers: false }),
  );

const askDisk = (dataDir: string) =>
  freeSpace(dataDir).then(
    (bytes) => (bytes < enough ? 'low' : 'enough'),
    () => 'unknown',
  );
