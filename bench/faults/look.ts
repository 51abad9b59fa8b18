import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textOf } from '../../tests/library/lesson-folder.ts';
import { type Owner, texts } from '../../tests/library/owner.ts';

/** Returns the lessons that a visitor finds: path to text, null for a dead link. */
export async function whatIsShown(owner: Owner): Promise<Map<string, string | null>> {
  return new Map(Object.entries(texts(await owner.visitor())));
}

/** Every PDF of a folder, or only those that are to be published: path to text. */
export async function textsIn(folder: string, published = false): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = new Map<string, string>();
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const place = path.slice(folder.length + 1);
    if (!entry.isFile() || (published && /(^|\/)[._]/.test(place))) continue;
    const text = textOf(await readFile(path, 'utf8'));
    if (text !== null) found.set(place, text);
  }
  return found;
}

/**
 * What visitors lost in the middle: a dead link, or a lesson that was shown, is still in the folder as it was, and is not shown any
 * more. An undo may take away what it put aside.
 */
export function lossesOf(
  before: Map<string, string | null>,
  now: Map<string, string | null>,
  folder: Map<string, string>,
  isUndo: boolean,
): string[] {
  const dead = [...now].filter(([, text]) => text === null).map(([place]) => `${place} is a dead link`);
  const [shown, kept] = [new Set(now.values()), new Set(folder.values())];
  const lost = [...before.values()].filter((text) => text !== null && kept.has(text) && !shown.has(text));
  return [...dead, ...(isUndo ? [] : lost.map((text) => `"${text}" is not shown any more`))];
}

const ours =
  /^((minbar|words)\.db(-wal|-shm)?|files|pictures|lock|run\.json|lesson-folder\.json|read-(files|texts)\.json)$/;

/** Files that killed runs left and later ones did not clear away. */
export async function leftoversOf(owner: Owner): Promise<string[]> {
  const inFolder = await readdir(owner.folder.path, { recursive: true });
  const inData = await readdir(owner.dataDir);
  const incoming = await readdir(join(owner.dataDir, 'files/incoming')).catch(() => []);
  return [
    ...inFolder.filter((path) => /(^|\/)\.minbar-|\.part$/.test(path)),
    ...inData.filter((name) => !ours.test(name)),
    ...incoming.map((name) => `files/incoming/${name}`),
  ];
}
