import type { Glyph } from '../glyph.ts';

const letterWithMark = /\p{Script=Arabic}\p{M}/u;
/** Maximum distances of a mark from its letter: in text objects, and in em along the line and across it. */
const MAX_DISTANCES = { order: 2, horizontal: 0.3, vertical: 1.2 };

/**
 * Removes glyphs that repeat the text of another: Typst gives a letter, and each mark on a separate baseline, the text of the
 * whole cluster.
 */
export function withoutRepeatedClusters(glyphs: readonly Glyph[]): readonly Glyph[] {
  const clusters = glyphs.filter(({ text }) => text.length > 1 && letterWithMark.test(text));
  clusters.sort((a, b) => a.order - b.order || a.index - b.index);
  const repeated = new Set<Glyph>();
  for (const [index, cluster] of clusters.entries()) {
    for (const other of clusters.slice(index + 1, index + 1 + MAX_DISTANCES.order)) {
      if (repeated.has(cluster) || !isMarkOf(cluster, other)) continue;
      repeated.add(widthOf(cluster) < widthOf(other) ? cluster : other);
    }
  }
  return repeated.size === 0 ? glyphs : glyphs.filter((glyph) => !repeated.has(glyph));
}

/** Whether two clusters have the same text, and one is drawn above or below the other. */
function isMarkOf(a: Glyph, b: Glyph): boolean {
  const { size } = a;
  if (a.text !== b.text || b.order - a.order > MAX_DISTANCES.order) return false;
  const vertical = Math.abs(a.baseline - b.baseline);
  if (vertical < 0.02 * size || vertical > MAX_DISTANCES.vertical * size) return false;
  return Math.max(a.left, b.left) - Math.min(a.right, b.right) < MAX_DISTANCES.horizontal * size;
}

function widthOf({ left, right }: Glyph): number {
  return right - left;
}
