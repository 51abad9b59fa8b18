/** Connections at a time, of all addresses together, where the system has room for them. */
const most = 2000;
/** Open files that a connection may need: itself, and the lesson that is sent on it. */
const forOne = 2;
/** What is open besides: the database, the programs that read, draw and publish, what is being written. */
const besides = 100;
const fewest = 20;

/** Open files that make room for all connections. */
export const enoughOpenFiles = besides + forOne * most;

/**
 * How many files, connections among them, the system lets this process have open; infinite where it sets no bound, as Windows.
 * With one more (`EMFILE`) nothing works any more: no lesson is read, and no program is started.
 */
export function allowedOpenFiles(): number {
  // Else it would look up the names of all who are connected.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: unknown } } };
  return Number(userLimits?.open_files.soft) || Number.POSITIVE_INFINITY;
}

/** How many connections there may be at a time, so that what is asked on them can be answered. */
export function mostConnections(openFiles = allowedOpenFiles()): number {
  return Math.max(fewest, Math.min(most, Math.floor((openFiles - besides) / forOne)));
}
