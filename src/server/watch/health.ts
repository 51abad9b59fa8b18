import { freeSpace } from '#publisher/disk-space.ts';
import { withinTime } from '../within-time.ts';

export interface HealthOptions {
  /** The program's. */
  version: string;
  /** Asks the library how many lessons it has; rejects when it does not answer. */
  lessons(): Promise<number>;
  /** Where the site writes; absent when it writes nothing. */
  dataDir: string | undefined;
  /** How many requests wait for their turn. */
  waiting(): number;
  now?: () => number;
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
export function createHealth({ version, lessons, dataDir, waiting, now = Date.now }: HealthOptions) {
  const look = async () => {
    const [library, disk] = await Promise.all([askLibrary(lessons), dataDir && askDisk(dataDir)]);
    const isWell = library.answers && disk !== 'low';
    return {
      status: isWell ? ('pass' as const) : ('fail' as const),
      version,
      library,
      /** Whether lessons can be published; absent when they are kept elsewhere. */
      ...(disk && { disk }),
      /** Requests that wait for their turn: a quiet site has none. */
      queue: { waiting: waiting() },
    };
  };
  let last: { since: number; health: ReturnType<typeof look> } | undefined;
  return () => {
    if (!last || now() - last.since >= kept) last = { since: now(), health: look() };
    return last.health;
  };
}

async function askLibrary(lessons: () => Promise<number>): Promise<{ answers: boolean; lessons?: number }> {
  try {
    return { answers: true, lessons: await withinTime(lessons(), patience) };
  } catch {
    return { answers: false };
  }
}

async function askDisk(dataDir: string): Promise<'enough' | 'low' | 'unknown'> {
  try {
    return (await freeSpace(dataDir)) < enough ? 'low' : 'enough';
  } catch {
    return 'unknown';
  }
}
