/** What no name of a lesson or category holds: controls, and signs that turn the direction of what follows (a file "exe.fdp" that reads as a PDF). */
export const unsafeInNames = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/** Columns that hold names which visitors read. */
export const nameColumns: ReadonlySet<string> = new Set(['fileName', 'categoryName']);
