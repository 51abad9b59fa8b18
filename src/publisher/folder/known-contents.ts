import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { readNote, writeNote } from '../note.ts';
import type { PdfContent } from './pdf-content.ts';

/** By what a file is known not to have changed since it was read; milliseconds with their fractions. */
export type FileState = Pick<Stats, 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'>;

/** Raise it whenever reading a file tells something else: what was read before is then read anew. */
const version = 4;

type Entry = [path: string, state: string, content: PdfContent];

const stateText = ({ ino, size, mtimeMs, ctimeMs }: FileState) => `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

/** What was read of the owner's files, so that an unchanged one is read once, by whichever process publishes. */
export class KnownContents {
  private readonly path: string;
  private readonly before: Map<string, Entry>;
  private readonly met = new Map<string, Entry>();
  private isNew = false;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'read-files.json');
    const kept = Object(readNote(this.path));
    const files: Entry[] = kept.version === version && Array.isArray(kept.files) ? kept.files : [];
    this.before = new Map(files.map((entry) => [entry[0], entry]));
  }

  find(path: string, state: FileState): PdfContent | undefined {
    const entry = this.met.get(path) ?? this.before.get(path);
    if (entry?.[1] !== stateText(state)) return undefined;
    this.met.set(path, entry);
    return entry[2];
  }

  note(path: string, state: FileState, content: PdfContent): void {
    this.met.set(path, [path, stateText(state), content]);
    this.isNew = true;
  }

  /** Keeps what was met; files that are gone are forgotten. */
  save(): void {
    if (!this.isNew && this.met.size === this.before.size) return;
    writeNote(this.path, { version, files: [...this.met.values()] });
    this.isNew = false;
  }
}
