/**
 * Characters that no name of a lesson or category may contain: controls, and the two direction overrides, which can disguise "fdp.exe" as
 * "exe.pdf" (Unicode TR 36 section 2.5). Isolates, marks and embeddings are allowed, because pages isolate every name.
 */
export const unsafeInNames = /[\p{Cc}\u202D\u202E]/u;

/** Columns with names that visitors see. */
export const nameColumns: ReadonlySet<string> = new Set(['fileName', 'categoryName']);

const allUnsafe = /* @__PURE__ */ new RegExp(unsafeInNames, 'gu');

/**
 * Formats a row's name as one line, without the controls and direction overrides that other backends accept (docs/rules.md#untrusted-rows).
 */
export function formatName(name: string): string {
  return name.toWellFormed().replace(allUnsafe, ' ').replace(/\s+/g, ' ').trim();
}
