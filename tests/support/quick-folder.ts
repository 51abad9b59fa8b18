import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Returns a folder for temporary data: in memory if a gigabyte is free there, because a backend waits for the disk after each write. */
export function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 2 ** 30 ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}
