import type { Glyph } from '../glyphs/glyph.ts';

/** Distance in em that a pen moves back to draw a letter over the previous one. */
const MAX_STEP_BACK = 0.12;

const byPen = (a: Glyph, b: Glyph) => a.pen - b.pen || a.order - b.order;

/** Returns the glyphs of a line from left to right by pen position; after a small step back, in writing order. */
export function sortFromLeft(line: readonly Glyph[]): Glyph[] {
  if (line.every(({ isOcrText, kind }) => isOcrText && kind.bidi !== 'R')) return wordByWord(line);
  const letters = line.toSorted(byPen);
  const ways = waysOf(letters);
  for (let [pass, hasTurned] = [0, true]; pass < 2 && hasTurned; pass++) {
    hasTurned = false;
    for (let index = 1; index < letters.length; index++) {
      const [letter, next] = [letters[index - 1], letters[index]];
      if (!letter || !next || next.pen - letter.pen > MAX_STEP_BACK * letter.size) continue;
      if (!isTurned(letter, next, ways)) continue;
      [letters[index - 1], letters[index]] = [next, letter];
      hasTurned = true;
    }
  }
  return withoutJoiners(letters);
}

/** Words of an OCR layer are often wider than their pictures, so the space after a word is behind the next one's first letter. */
function wordByWord(line: readonly Glyph[]): Glyph[] {
  const words = [...Map.groupBy(line, ({ order }) => order).values()];
  const start = (word: readonly Glyph[]) => Math.min(...word.map(({ pen }) => pen));
  return words
    .toSorted((a, b) => start(a) - start(b))
    .flatMap((word) => word.toSorted((a, b) => a.index - b.index));
}

/** Writing direction of letters: 1 for left to right, -1 for right to left; only letters well apart count. */
interface Ways {
  order: number;
  index: number;
}

/** Finds the writing order of right-to-left letters separately from that of the others. */
function waysOf(letters: readonly Glyph[]): { toTheLeft: Ways; others: Ways } {
  const [toTheLeft, others] = [
    { order: 0, index: 0 },
    { order: 0, index: 0 },
  ];
  let last: Glyph | undefined;
  for (const other of letters) {
    if (last && other.pen - last.pen > MAX_STEP_BACK * last.size) {
      const ways = areToTheLeft(last, other) ? toTheLeft : others;
      ways.order += Math.sign(other.order - last.order);
      if (last.order === other.order) ways.index += Math.sign(other.index - last.index);
    }
    last = other;
  }
  return { toTheLeft, others };
}

function areToTheLeft(a: Glyph, b: Glyph): boolean {
  return a.kind.bidi === 'R' && b.kind.bidi === 'R';
}

function isTurned(a: Glyph, b: Glyph, { toTheLeft, others }: ReturnType<typeof waysOf>): boolean {
  const orderGap = b.order - a.order;
  const areArabic = areToTheLeft(a, b);
  if (orderGap !== 0) return Math.abs(orderGap) <= 3 && orderGap * (areArabic ? toTheLeft : others).order < 0;
  return areArabic && (b.index - a.index) * toTheLeft.index < 0;
}

/**
 * A space that did not move the pen joins letters or prevents joining: one without width, or without room between its neighbors,
 * whatever width its font gives.
 */
function withoutJoiners(letters: readonly Glyph[]): Glyph[] {
  return letters.filter((glyph, index) => {
    if (!glyph.kind.isSpace) return true;
    const [before, next] = [letters[index - 1], letters[index + 1]];
    const least = 0.05 * glyph.size;
    if (!next) return true;
    const isRemoved =
      before &&
      (isCoveredUp(glyph, before, next) ||
        isStray(glyph, before, next) ||
        isSqueezed(glyph, before, next, letters));
    if (isRemoved) return false;
    const isStill = next.pen - glyph.pen <= least || (before && glyph.pen - before.pen <= least);
    if (!isStill) return true;
    const isInkless = glyph.left === glyph.right;
    return !isInkless && (!before || next.left - before.right > least);
  });
}

/** A space drawn over the end of one letter and the beginning of the next. */
function isCoveredUp(space: Glyph, before: Glyph, next: Glyph): boolean {
  const isOneLine = before.baseline === space.baseline && space.baseline === next.baseline;
  const overlap = Math.min(before.right - space.left, space.right - next.left);
  return isOneLine && overlap > 0.05 * space.size && next.left - before.right < 0.02 * space.size;
}

/** A space of another line, which the program left behind, among letters that touch. */
function isStray(space: Glyph, before: Glyph, next: Glyph): boolean {
  if (before.baseline !== next.baseline || before.order !== next.order) return false;
  return space.baseline !== before.baseline && next.left - before.right < SQUEEZED.room * space.size;
}

/** Maximum room in em of a space between letters that touch, and maximum share of its width. */
const SQUEEZED = { room: 0.1, share: 0.5 };
/** Letters that fonts draw over the space before them. */
const overSpace = /^[كکگ]/;

/** A space between Arabic letters of a line that the program took back by moving the pen. */
function isSqueezed(space: Glyph, before: Glyph, next: Glyph, line: readonly Glyph[]): boolean {
  if (before.kind.bidi !== 'R' || next.kind.bidi !== 'R' || overSpace.test(before.text)) return false;
  if (space.isInkWidth || before.isInkWidth || next.isInkWidth) return false;
  // In Nastaliq words climb over each other.
  if (before.baseline !== next.baseline) return false;
  const most = Math.min(SQUEEZED.room * space.size, SQUEEZED.share * (space.right - space.left));
  const gap = next.left - before.right;
  return gap < most && gap - Math.min(0, usualGap(line)) * space.size < most;
}

/** Returns the usual gap in em between neighboring letters of a line; less than 0 if their boxes overlap. */
export function usualGap(letters: readonly Glyph[]): number {
  const gaps: number[] = [];
  let before: Glyph | undefined;
  for (const glyph of letters) {
    const isLetter = glyph.kind.bidi === 'R' || glyph.kind.bidi === 'L';
    if (before && isLetter) gaps.push((glyph.left - before.right) / glyph.size);
    before = isLetter ? glyph : undefined;
  }
  return gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 0;
}
