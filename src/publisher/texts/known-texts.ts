import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeNote } from '../write-note.ts';
import { textVersion } from './lesson-text.ts';

/** A library of which all words had been read. */
export interface ReadLibrary {
  /** Its state, by `libraryStamp`. */
  stamp: string;
  /** The lessons whose text was there: a library that was restored may be the same, and have none. */
  texts: number;
}

/** Remembers as of which state of a library the words of all its lessons had been read. */
export class KnownTexts {
  private readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'read-texts.json');
  }

  /** Whether nothing of a library in this state is left to be read; half a note is as good as none. */
  isWhole({ stamp, texts }: ReadLibrary): boolean {
    try {
      const kept = JSON.parse(readFileSync(this.path, 'utf8')) as ReadLibrary & { version: number };
      return kept.version === textVersion && kept.stamp === stamp && kept.texts === texts;
    } catch {
      return false;
    }
  }

  save({ stamp, texts }: ReadLibrary): void {
    writeNote(this.path, { version: textVersion, stamp, texts });
  }
}
