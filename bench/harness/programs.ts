import { spawnSync } from 'node:child_process';

export class MissingProgram extends Error {
  override name = 'MissingProgram';
}

const howToGet: Record<string, string> = {
  nginx: 'It is in the Debian package nginx-light: apt-get install nginx-light',
  wrk: 'It is in the Debian package wrk: apt-get install wrk',
  taskset: 'It is in the Debian package util-linux, and on Linux only',
};

/** Throws an error with instructions if a program is not installed. */
export function need(...programs: (keyof typeof howToGet & string)[]): void {
  for (const program of programs) {
    const { error } = spawnSync(program, ['-v'], { stdio: 'ignore' });
    if (error) throw new MissingProgram(`This benchmark needs ${program}. ${howToGet[program]}.`);
  }
}

/** Returns the version that a program prints, such as `nginx/1.22.1`. */
export function versionOf(program: string, pattern: RegExp): string {
  const { stdout, stderr } = spawnSync(program, ['-v'], { encoding: 'utf8' });
  return pattern.exec(`${stdout}${stderr}`)?.[0] ?? program;
}
