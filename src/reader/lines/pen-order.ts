import type { Glyph } from '../glyphs/glyph.ts';

/** Maximum distance in em that the pen moves back to draw a letter over the previous one. */
const MAX_STEP_BACK = 0.12;

const byPen = (a: Glyph, b: Glyph) => a.pen - b.pen || a.order - b.order;

/**
 * Sorts the glyphs of a line from left to right by pen position, or in writing order where the pen moved back slightly. Removes spaces that
 * do not separate words. OCR text in left-to-right scripts is sorted word by word.
 */
export function sortFromLeft(line: readonly Glyph[]): Glyph[] {
  if (line.every(({ isOcrText, kind }) => isOcrText && kind.bidi !== 'R')) return sortByWords(line);
  const letters = line.toSorted(byPen);
  const orders = writingOrders(letters);
  for (let [pass, hasSwapped] = [0, true]; pass < 2 && hasSwapped; pass++) {
    hasSwapped = false;
    for (let index = 1; index < letters.length; index++) {
      const [letter, next] = [letters[index - 1], letters[index]];
      if (!letter || !next || next.pen - letter.pen > MAX_STEP_BACK * letter.size) continue;
      if (!isReversed(letter, next, orders)) continue;
      [letters[index - 1], letters[index]] = [next, letter];
      hasSwapped = true;
    }
  }
  return withoutJoiners(letters);
}

/** Sorts OCR text word by word: words are often wider than their pictures, so that a space overlaps the next word. */
function sortByWords(line: readonly Glyph[]): Glyph[] {
  const words = [...Map.groupBy(line, ({ order }) => order).values()];
  const start = (word: readonly Glyph[]) => Math.min(...word.map(({ pen }) => pen));
  return words
    .toSorted((a, b) => start(a) - start(b))
    .flatMap((word) => word.toSorted((a, b) => a.index - b.index));
}

/** Direction in which letters were written, by `order` and by `index`: positive if from left to right, negative if from right to left. */
interface WritingOrder {
  order: number;
  index: number;
}

/** Determines the writing order of right-to-left letters and of other letters, from letters that are not close together. */
function writingOrders(letters: readonly Glyph[]): { rightToLeft: WritingOrder; others: WritingOrder } {
  const [rightToLeft, others] = [
    { order: 0, index: 0 },
    { order: 0, index: 0 },
  ];
  let last: Glyph | undefined;
  for (const letter of letters) {
    if (last && letter.pen - last.pen > MAX_STEP_BACK * last.size) {
      const orders = areRightToLeft(last, letter) ? rightToLeft : others;
      orders.order += Math.sign(letter.order - last.order);
      if (last.order === letter.order) orders.index += Math.sign(letter.index - last.index);
    }
    last = letter;
  }
  return { rightToLeft, others };
}

function areRightToLeft(a: Glyph, b: Glyph): boolean {
  return a.kind.bidi === 'R' && b.kind.bidi === 'R';
}

function isReversed(a: Glyph, b: Glyph, { rightToLeft, others }: ReturnType<typeof writingOrders>): boolean {
  const orderGap = b.order - a.order;
  const areArabic = areRightToLeft(a, b);
  if (orderGap !== 0)
    return Math.abs(orderGap) <= 3 && orderGap * (areArabic ? rightToLeft : others).order < 0;
  return areArabic && (b.index - a.index) * rightToLeft.index < 0;
}

/**
 * Removes spaces that are not gaps between words: joiners and non-joiners that a program drew as spaces, and leftovers of other lines. They
 * do not move the pen, or have no room between their neighbors.
 */
function withoutJoiners(letters: readonly Glyph[]): Glyph[] {
  return letters.filter((glyph, index) => {
    if (!glyph.kind.isSpace) return true;
    const [previous, next] = [letters[index - 1], letters[index + 1]];
    const minMove = 0.05 * glyph.size;
    if (!next) return true;
    const isRemoved =
      previous &&
      (isCoveredUp(glyph, previous, next) ||
        isFromOtherLine(glyph, previous, next) ||
        isSqueezed(glyph, previous, next, letters));
    if (isRemoved) return false;
    const isZeroAdvance =
      next.pen - glyph.pen <= minMove || (previous && glyph.pen - previous.pen <= minMove);
    if (!isZeroAdvance) return true;
    const isInkless = glyph.left === glyph.right;
    return !isInkless && (!previous || next.left - previous.right > minMove);
  });
}

/** Whether a space is drawn over the end of a letter and the beginning of the next. */
function isCoveredUp(space: Glyph, previous: Glyph, next: Glyph): boolean {
  const isOneLine = previous.baseline === space.baseline && space.baseline === next.baseline;
  const overlap = Math.min(previous.right - space.left, space.right - next.left);
  return isOneLine && overlap > 0.05 * space.size && next.left - previous.right < 0.02 * space.size;
}

/** Whether a leftover space of another line is between letters that touch. */
function isFromOtherLine(space: Glyph, previous: Glyph, next: Glyph): boolean {
  if (previous.baseline !== next.baseline || previous.order !== next.order) return false;
  return (
    space.baseline !== previous.baseline && next.left - previous.right < MAX_TOUCHING_GAP.em * space.size
  );
}

/** Maximum gap between letters that touch despite a space: in em, and as a share of the space's width. */
const MAX_TOUCHING_GAP = { em: 0.1, share: 0.5 };
/** Letters that fonts draw over the space before them. */
const overSpace = /^[كکگ]/;

/** Whether a space is between Arabic letters that touch, because the program moved the pen back over the space. */
function isSqueezed(space: Glyph, previous: Glyph, next: Glyph, line: readonly Glyph[]): boolean {
  if (previous.kind.bidi !== 'R' || next.kind.bidi !== 'R' || overSpace.test(previous.text)) return false;
  if (space.isInkWidth || previous.isInkWidth || next.isInkWidth) return false;
  // Letters on different baselines are Nastaliq, in which adjacent words overlap.
  if (previous.baseline !== next.baseline) return false;
  const maxGap = Math.min(
    MAX_TOUCHING_GAP.em * space.size,
    MAX_TOUCHING_GAP.share * (space.right - space.left),
  );
  const gap = next.left - previous.right;
  return gap < maxGap && gap - Math.min(0, medianGap(line)) * space.size < maxGap;
}

/** Returns the median gap between adjacent letters in em; negative if their boxes overlap. */
export function medianGap(letters: readonly Glyph[]): number {
  const gaps: number[] = [];
  let previous: Glyph | undefined;
  for (const glyph of letters) {
    const isLetter = glyph.kind.bidi === 'R' || glyph.kind.bidi === 'L';
    if (previous && isLetter) gaps.push((glyph.left - previous.right) / glyph.size);
    previous = isLetter ? glyph : undefined;
  }
  return gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 0;
}
