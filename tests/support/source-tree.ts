import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A text file of the project; `path` is relative to the root, with slashes: `src/web/page/file-facts.ts`. */
export interface SourceFile {
  path: string;
  text: string;
}

/** An import of a file. `target` is the path of the imported file if it belongs to this project. */
export interface Import {
  from: string;
  specifier: string;
  target: string | undefined;
  /** Whether this is a type import, which is removed before running and bundling. */
  isType: boolean;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const toPath = (file: string): string => relative(root, file).split(sep).join('/');

/** Reads all files in a folder of the project whose names match `ending`. */
export function readTree(folder: string, ending: RegExp): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`node_modules${sep}`))
    .map((file) => ({ path: toPath(file), text: readFileSync(file, 'utf8') }));
}

const statement = /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm;
const sideEffect = /^\s*import\s*['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]/g;

/** Lists every import, export-from and dynamic import of a file. */
export function importsOf({ path, text }: SourceFile): Import[] {
  return [statement, sideEffect, dynamic].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([statementText, specifier = '']) => ({
      from: path,
      specifier,
      target: targetOf(path, specifier),
      isType: /^\s*(?:import|export)\s+type\b/.test(statementText),
    })),
  );
}

function targetOf(path: string, specifier: string): string | undefined {
  const [file = ''] = specifier.split('?');
  if (file.startsWith('.')) return toPath(resolve(root, dirname(path), file));
  return file.startsWith('#') ? `src/${file.slice(1)}` : undefined;
}

/** Returns the part of `src` that a path belongs to, such as `web` for `src/web/page/file-facts.ts`; undefined outside the parts. */
export function partOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(basename(path));
}
