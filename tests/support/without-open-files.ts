import { execFileSync } from 'node:child_process';

/** Words of a program that open files until the system allows no more, and close them again. */
const words = `
  const { openSync, closeSync } = await import('node:fs');
  const files = [];
  const takeAllFiles = () => {
    try {
      for (;;) files.push(openSync('/dev/null'));
    } catch {}
  };
  const giveFilesBack = () => files.splice(0).forEach((file) => closeSync(file));
`;

/**
 * Returns a program's JSON output from a child process with few open files: `takeAllFiles()` leaves it none (`EMFILE`),
 * `giveFilesBack()` all of them.
 */
export function printedWithoutFiles(program: string): unknown {
  const shell = ['-c', 'ulimit -n 200 && exec "$0" --input-type=module --eval "$1"', process.execPath];
  return JSON.parse(execFileSync('sh', [...shell, words + program], { encoding: 'utf8' }));
}
