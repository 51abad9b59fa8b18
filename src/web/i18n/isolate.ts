/**
 * Isolates an owner's or a visitor's text inside a sentence without markup, so that a name in the other script does not reorder
 * its neighbors (docs/rules.md#owners-texts).
 */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}
