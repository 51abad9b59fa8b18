import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeNote } from '../write-note.ts';
import type { PdfContent } from './pdf-content.ts';

/** By what a file is known not to have changed since it was read; milliseconds with their fractions. */
export interface FileLooks {
  ino: number;
  size: number;
  mtimeMs: number;
  ctimeMs: number;
}

/** Raise it whenever reading a file tells something else: what was read before is then read anew. */
const version = 4;

type Entry = [path: string, looks: string, content: PdfContent];

const looksText = ({ ino, size, mtimeMs, ctimeMs }: FileLooks) => `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

/** What was read of the owner's files, so that an unchanged one is read once, by whichever process publishes. */
export class KnownContents {
  private readonly path: string | null;
  private readonly before: Map<string, Entry>;
  private readonly met = new Map<string, Entry>();
  private isNew = false;

  /** With a data folder it is kept there; half of it, or none, is as good as an empty one. */
  constructor(dataDir: string | null) {
    this.path = dataDir && join(dataDir, 'read-files.json');
    this.before = new Map(this.path ? load(this.path).map((entry) => [entry[0], entry]) : []);
  }

  find(path: string, looks: FileLooks): PdfContent | undefined {
    const entry = this.met.get(path) ?? this.before.get(path);
    if (entry?.[1] !== looksText(looks)) return undefined;
    this.met.set(path, entry);
    return entry[2];
  }

  note(path: string, looks: FileLooks, content: PdfContent): void {
    this.met.set(path, [path, looksText(looks), content]);
    this.isNew = true;
  }

  /** Keeps what was met; files that are gone are forgotten. */
  save(): void {
    if (!this.path || (!this.isNew && this.met.size === this.before.size)) return;
    writeNote(this.path, { version, files: [...this.met.values()] });
    this.isNew = false;
  }
}

function load(path: string): Entry[] {
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as { version: number; files: Entry[] };
    return kept.version === version && Array.isArray(kept.files) ? kept.files : [];
  } catch {
    return [];
  }
}
