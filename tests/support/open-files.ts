import { readdirSync, readlinkSync } from 'node:fs';

/** Returns the paths of the files that this process has open, once for each handle. Needs Linux. */
export function openPaths(): string[] {
  return readdirSync('/proc/self/fd').flatMap((handle) => {
    try {
      return readlinkSync(`/proc/self/fd/${handle}`);
    } catch {
      // The handle of the listing itself is already closed.
      return [];
    }
  });
}
