import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { cacheNote, readNote } from '../note.ts';
import type { PdfContent } from './pdf-content.ts';

/** By what a file is known not to have changed since it was read; milliseconds with their fractions. */
export type FileState = Pick<Stats, 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'>;

/** Raise it whenever reading a file tells something else: what was read before is then read anew. */
const version = 4;

type Entry = [path: string, state: string, content: PdfContent];

const stateText = ({ ino, size, mtimeMs, ctimeMs }: FileState) => `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

export type KnownContents = ReturnType<typeof openKnownContents>;

/** What was read of the owner's files, so that an unchanged one is read once, by whichever process publishes. */
export function openKnownContents(dataDir: string) {
  const notePath = join(dataDir, 'read-files.json');
  const kept = Object(readNote(notePath));
  const files: Entry[] = kept.version === version && Array.isArray(kept.files) ? kept.files : [];
  const before = new Map(files.map((entry) => [entry[0], entry]));
  const met = new Map<string, Entry>();
  let isNew = false;
  return {
    find(path: string, state: FileState): PdfContent | undefined {
      const entry = met.get(path) ?? before.get(path);
      if (entry?.[1] !== stateText(state)) return undefined;
      met.set(path, entry);
      return entry[2];
    },
    /** Whether a PDF that was whole has had bytes written into it since: its writer may pause in the middle. */
    isOverwritten(path: string, state: FileState): boolean {
      const [, knownState, content] = before.get(path) ?? [];
      return (
        content?.fault === null &&
        knownState !== stateText(state) &&
        knownState?.split(' ')[0] === String(state.ino)
      );
    },
    note(path: string, state: FileState, content: PdfContent): void {
      met.set(path, [path, stateText(state), content]);
      isNew = true;
    },
    /** Keeps what was met; files that are gone are forgotten. */
    save(): void {
      if (!isNew && met.size === before.size) return;
      cacheNote(notePath, { version, files: [...met.values()] });
      isNew = false;
    },
  };
}
