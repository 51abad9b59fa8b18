import type { Glyph } from '../glyph.ts';

const letterWithMark = /\p{Script=Arabic}\p{M}/u;
/** Maximum distance of a mark from its letter: in text objects, and in em along and above the line. */
const near = { order: 2, along: 0.3, above: 1.2 };

/**
 * Removes glyphs that repeat another one's text: Typst gives a letter, and each mark on a separate baseline, the text of the
 * whole cluster.
 */
export function withoutRepeatedClusters(glyphs: readonly Glyph[]): readonly Glyph[] {
  const clusters = glyphs.filter(({ text }) => text.length > 1 && letterWithMark.test(text));
  clusters.sort((a, b) => a.order - b.order || a.index - b.index);
  const repeated = new Set<Glyph>();
  for (const [index, cluster] of clusters.entries()) {
    for (const other of clusters.slice(index + 1, index + 1 + near.order)) {
      if (repeated.has(cluster) || !isMarkOf(cluster, other)) continue;
      repeated.add(widthOf(cluster) < widthOf(other) ? cluster : other);
    }
  }
  return repeated.size === 0 ? glyphs : glyphs.filter((glyph) => !repeated.has(glyph));
}

/** Whether one of two clusters is drawn over or under the other and has the same text. */
function isMarkOf(a: Glyph, b: Glyph): boolean {
  const { size } = a;
  if (a.text !== b.text || b.order - a.order > near.order) return false;
  const above = Math.abs(a.baseline - b.baseline);
  if (above < 0.02 * size || above > near.above * size) return false;
  return Math.max(a.left, b.left) - Math.min(a.right, b.right) < near.along * size;
}

function widthOf({ left, right }: Glyph): number {
  return right - left;
}
