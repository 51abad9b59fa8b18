import { assetPath, embeddedEndpoint, healthPath, livePath, metricsPath } from '#contract/urls.ts';

/** What was asked, without who asked for what. */
const kinds = ['page', 'api', 'asset', 'file', 'watch'] as const;
type Kind = (typeof kinds)[number];

/** Upper bounds in seconds of the times that are told apart. */
export const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** What was answered of one kind since the start. */
export type Answered = ReturnType<typeof noneOf>;

const noneOf = (kind: Kind) => ({
  kind,
  /** Such as `2xx`. */
  statuses: new Map<string, number>(),
  /** How many took up to each of `bounds`, and (last) longer. */
  times: [...bounds, 0].map(() => 0),
  /** All of them together, in seconds. */
  seconds: 0,
});

/** The kind of an address; nothing else of it is kept, for it may hold what a visitor searched. */
function kindOf(path: string): Kind {
  if (path.startsWith(`${embeddedEndpoint}/`)) return 'api';
  if (path.startsWith(assetPath(''))) return 'asset';
  if ([healthPath, livePath, metricsPath].includes(path.replace(/\?.*/, ''))) return 'watch';
  return /\.(?:pdf|webp)(?:\?|$)/.test(path) ? 'file' : 'page';
}

/** Counts answers by kind, status and time. It holds a few numbers, however much is asked. */
export function createTraffic() {
  const rows = new Map(kinds.map((kind) => [kind, noneOf(kind)]));
  /** What the last summary told of. */
  let before = new Map<string, number>();
  return {
    answered(path: string, status: number, seconds: number): void {
      const row = rows.get(kindOf(path)) as Answered;
      const name = `${Math.floor(status / 100)}xx`;
      row.statuses.set(name, (row.statuses.get(name) ?? 0) + 1);
      const index = bounds.findLastIndex((bound) => bound < seconds) + 1;
      row.times[index] = (row.times[index] ?? 0) + 1;
      row.seconds += seconds;
    },
    all: (): readonly Answered[] => [...rows.values()],
    /** What came since the last look, in one line of the log; undefined when nobody asked anything but how the site is. */
    summary(): Record<string, unknown> | undefined {
      const now = new Map<string, number>();
      for (const { kind, statuses, times } of rows.values()) {
        if (kind === 'watch') continue;
        const add = (name: string, more: number) => now.set(name, (now.get(name) ?? 0) + more);
        for (const [status, many] of statuses) for (const name of [kind, status]) add(name, many);
        // A long file on a slow line takes its time.
        const slow = times.slice(bounds.indexOf(1) + 1).reduce((sum, many) => sum + many, 0);
        if (kind !== 'file') add('slow', slow);
      }
      const came = [...now].map(([name, times]) => [name, times - (before.get(name) ?? 0)] as const);
      before = now;
      const some = came.filter(([, times]) => times > 0);
      return some.length > 0 ? Object.fromEntries(some) : undefined;
    },
  };
}
