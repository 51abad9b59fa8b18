/**
 * A text of the owner or the visitor inside a sentence that cannot hold markup: Unicode isolates keep a name of
 * the other script from moving its neighbours (docs/rules.md#owners-texts).
 */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}
