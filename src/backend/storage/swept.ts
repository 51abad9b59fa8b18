/** What was set right of the file store when it was opened, or each hour. `file` is the name of a lesson, or of bytes that nothing names. */
export type Swept =
  | {
      /** The bytes of a file are gone; an upload was given up; bytes of an upload that nothing names. */
      kind: 'lost' | 'unfinished' | 'part';
      file: string;
    }
  | { kind: 'aside'; file: string; folder: string; days: number };

/** The database has files, and their folder is empty: the disk may not be connected. Nothing was changed. */
export class FilesMissing extends Error {
  override name = 'FilesMissing';
  readonly count: number;
  readonly folder: string;

  constructor(count: number, folder: string) {
    super(`The database knows ${count} files, but ${folder} is empty.`);
    this.count = count;
    this.folder = folder;
  }
}
