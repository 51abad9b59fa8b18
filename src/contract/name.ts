/**
 * What no name of a lesson or category holds: controls, and the two direction overrides, which let "exe.fdp" read as a
 * PDF (Unicode TR 36 section 3.1). Isolates, marks and embeddings only order text, and pages isolate every name.
 */
export const unsafeInNames = /[\p{Cc}\u202D\u202E]/u;

/** Columns that hold names which visitors read. */
export const nameColumns: ReadonlySet<string> = new Set(['fileName', 'categoryName']);
