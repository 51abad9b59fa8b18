import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The program's folder, with `package.json` and `dist/`. It is two levels above this file and above the built files. */
export const programFolder: string = fileURLToPath(new URL('../../', import.meta.url));

/** Minbar's version, from `package.json`. */
export const programVersion: string = JSON.parse(
  readFileSync(join(programFolder, 'package.json'), 'utf8'),
).version;

/** Whether this is the installed package, which contains no sources. */
export const isPackage: boolean = !existsSync(join(programFolder, 'src'));

/**
 * Returns the folder with `content/`, `.env` and, by default, `data/`: the root of a checkout, or the working directory
 * if Minbar is an installed package.
 */
export function ownersFolder(): string {
  return isPackage ? process.cwd() : programFolder;
}

/** Returns the path of the library's schema: the owner's if there is one, else the program's. */
export function schemaFile(root: string): string {
  const name = 'appwrite.config.json';
  const [ownersPath, bundledPath] = [join(root, name), join(programFolder, name)];
  return existsSync(ownersPath) ? ownersPath : bundledPath;
}
