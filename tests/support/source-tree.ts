import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A text file of the project. `path` is relative to the root, with slashes: `src/web/page/file-facts.ts`. */
export interface SourceFile {
  path: string;
  text: string;
}

/** An import in the file `from`. `target` is the path of the imported file; undefined for a package. */
export interface Import {
  from: string;
  specifier: string;
  target: string | undefined;
  /** Whether the whole statement imports types, so that it is removed before running and bundling. */
  isType: boolean;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const toPath = (file: string): string => relative(root, file).split(sep).join('/');

/** Reads all files in a folder of the project, at any depth, whose names match `ending`; skips `node_modules`. */
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

/** Lists every import, export-from, and dynamic import with a literal address of a file. */
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
