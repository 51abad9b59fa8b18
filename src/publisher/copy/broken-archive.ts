/**
 * - `absent`: no such file;
 * - `noArchive`: not an archive, or cut short;
 * - `noManifest`: an archive, but none of ours, or of a newer program;
 * - `damaged`: something in it is not as it was backed up;
 * - `noTable`, `noFile`: a table, or the file of a lesson, is not in it;
 * - `cutFile`: while it is written: a file of the library is not whole.
 */
export type ArchiveFault =
  | 'absent'
  | 'noArchive'
  | 'noManifest'
  | 'damaged'
  | 'noTable'
  | 'noFile'
  | 'cutFile';

/** A backup that cannot be used; `what` names the archive, or what of it. */
export class BrokenArchive extends Error {
  override name = 'BrokenArchive';
  readonly fault: ArchiveFault;
  readonly what: string;

  constructor(fault: ArchiveFault, what: string) {
    super(`${fault}: ${what}`);
    this.fault = fault;
    this.what = what;
  }
}
