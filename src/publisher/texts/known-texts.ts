import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { textVersion } from './lesson-text.ts';

/** Remembers as of which state of a library (`libraryStamp`) the words of all its lessons had been read. */
export class KnownTexts {
  private readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'read-texts.json');
  }

  /** Whether nothing of a library in this state is left to be read; half a note is as good as none. */
  isWhole(stamp: string): boolean {
    try {
      const kept = JSON.parse(readFileSync(this.path, 'utf8')) as { version: number; stamp: string };
      return kept.version === textVersion && kept.stamp === stamp;
    } catch {
      return false;
    }
  }

  /** A disk that refuses it costs nothing but time. */
  save(stamp: string): void {
    const fresh = `${this.path}.part`;
    try {
      mkdirSync(dirname(this.path), { recursive: true });
      writeFileSync(fresh, JSON.stringify({ version: textVersion, stamp }));
      renameSync(fresh, this.path);
    } catch {
      rmSync(fresh, { force: true });
    }
  }
}
