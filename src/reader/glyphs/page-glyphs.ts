import {
  angleOf,
  boxAround,
  heightOf,
  isMirrored,
  positionOnLine,
  projectOnLine,
} from '../engine/geometry.ts';
import type { Pdfium } from '../engine/pdfium.ts';
import { type Glyph, textKind, withText } from './glyph.ts';
import { areSpelledOut, toReadingOrder } from './ligatures.ts';
import { readPageObjects, type TextPosition, textPosition } from './objects.ts';
import { readPageCharacters } from './page-characters.ts';
import { repairGhostscriptBytes } from './producers/ghostscript-bytes.ts';
import { nameLettersByNumber } from './producers/glyph-numbers.ts';
import { withoutRepeatedClusters } from './producers/typst-clusters.ts';
import { completeLigatures, repairShaddas } from './producers/word-names.ts';
import { isScannedPage } from './scanned-page.ts';
import { createTextVisibility } from './visible-text.ts';

/** Maximum length of a ligature; the longest one is the basmala. */
const MAX_LIGATURE_CHARACTERS = 24;

/**
 * Returns the visible glyphs of a page, none if it is a scan without OCR text. `misplaced`: whether its replacement texts belong to other
 * letters.
 */
export function readPageGlyphs(
  pdfium: Pdfium,
  page: number,
  mayHaveLayers: boolean,
): { glyphs: Glyph[]; misplaced: boolean } {
  const pageContent = readPageObjects(pdfium, page);
  if (isScannedPage(pdfium, page, pageContent)) return { glyphs: [], misplaced: false };
  const objects = pageContent.texts;
  const visible = createTextVisibility(pdfium, page, pageContent, mayHaveLayers);
  const characters = readPageCharacters(pdfium, page, objects, visible);
  const isRead = new Array<boolean>(objects.length).fill(false);
  for (const { order } of characters) isRead[order] = true;
  const replacements = new Map<number, { text: string; positions: TextPosition[] }>();
  const spaces: Glyph[] = [];
  for (const object of objects) {
    const { actualText, order } = object;
    // PDFium reports no characters for text without ink.
    if (!actualText && isRead[order]) continue;
    const position = textPosition(pdfium, object);
    if (!position) continue;
    if (actualText && !visible.isVisible(object, position.box)) continue;
    if (!actualText) {
      if (position.box.right === position.box.left) spaces.push(glyphOf(position, ' '));
      continue;
    }
    const replacement = replacements.get(actualText.mark);
    if (replacement) replacement.positions.push(position);
    else replacements.set(actualText.mark, { text: actualText.text, positions: [position] });
  }
  const glyphs = groupCharacters(nameLettersByNumber(characters));
  for (const { text, positions } of replacements.values()) {
    const position = unitePositions(positions);
    // A large object with an empty replacement text is a letter whose text is unknown.
    if (text !== '' || isLarge(position)) glyphs.push(glyphOf(position, text));
  }
  return {
    glyphs: mergeInWritingOrder(repairShaddas(repairProducerFaults(glyphs)), spaces),
    misplaced: areMisplaced([...replacements.values()].map(({ text }) => text)),
  };
}

/**
 * Whether a page's replacement texts belong to other letters. Some programs misplace them after a page break, so that many begin
 * with the vowel of the previous letter.
 */
function areMisplaced(texts: readonly string[]): boolean {
  const textsWithVowels = texts.filter((text) => /\p{L}/u.test(text) && /\p{M}/u.test(text));
  const startingWithVowel = textsWithVowels.filter((text) => /^\s*\p{M}/u.test(text));
  return startingWithVowel.length > 3 && startingWithVowel.length > 0.1 * textsWithVowels.length;
}

/** Repairs faults of PDF producers. A page whose glyphs repeat whole clusters has no ligatures with incomplete names. */
function repairProducerFaults(glyphs: readonly Glyph[]): readonly Glyph[] {
  const deduplicated = withoutRepeatedClusters(glyphs);
  return deduplicated.length < glyphs.length ? deduplicated : completeLigatures(glyphs);
}

/** Merges visible glyphs and the spaces between them in writing order. Drops unnamed glyphs without width. */
function mergeInWritingOrder(glyphs: readonly Glyph[], spaces: readonly Glyph[]): Glyph[] {
  const merged: Glyph[] = [];
  let next = 0;
  for (const glyph of glyphs) {
    for (let space = spaces[next]; space && space.order < glyph.order; space = spaces[++next])
      merged.push(space);
    if (glyph.text !== '' || glyph.right - glyph.left > 0.01) merged.push(glyph);
  }
  return merged.concat(spaces.slice(next));
}

/** Combines the characters of each glyph, and those of each mirrored word, whose order is mirrored too. */
function groupCharacters(characters: readonly Glyph[]): Glyph[] {
  const glyphs: Glyph[] = [];
  /** Characters of each glyph with several characters, in the order of `glyphs`. */
  const groups: Glyph[][] = [];
  let first: Glyph | undefined;
  for (const character of characters) {
    if (!first || !isSameGlyph(first, character)) {
      first = character;
      glyphs.push(character);
    } else if (groups.at(-1)?.[0] === first) groups.at(-1)?.push(character);
    else groups.push([first, character]);
  }
  const isSpelledOut = areSpelledOut(groups.map((letters) => letters.map(({ text }) => text)));
  let next = 0;
  return glyphs.map((glyph) => {
    const group = groups[next]?.[0] === glyph ? groups[next++] : undefined;
    return glyphOfCharacters(glyph, group, isSpelledOut);
  });
}

function isSameGlyph(a: Glyph, b: Glyph): boolean {
  if (a.order !== b.order || a.baseline !== b.baseline) return false;
  if (a.mirrored) return true;
  // A space that does not move the pen belongs to a phrase in one glyph, such as ﷺ.
  if (a.kind.isSpace || b.kind.isSpace)
    return a.pen === b.pen && a.left === b.left && a.right === b.right && !isNarrow(a);
  // Kerned letters can have the same origin, but not the same width.
  if (a.pen === b.pen) {
    const areLetters = a.kind.isLetter && b.kind.isLetter;
    return !areLetters || a.right === b.right || isNarrow(a) || isNarrow(b);
  }
  // A letter of zero width belongs to the ligature next to it.
  return (
    (isNarrow(a) || isNarrow(b)) &&
    a.kind.isLetter &&
    b.kind.isLetter &&
    Math.abs(a.pen - b.pen) < 0.03 * a.size
  );
}

function isNarrow({ left, right }: Glyph): boolean {
  return right - left < 0.01;
}

function glyphOfCharacters(first: Glyph, group: readonly Glyph[] | undefined, isSpelledOut: boolean): Glyph {
  const glyph = group ? withText(first, textOf(group, isSpelledOut)) : first;
  if (glyph.kind.isMark) {
    const { left, right, middle } = first;
    return { ...glyph, left: middle, right: middle, markAdvance: Math.max(0, right - left) };
  }
  if (!group) return first;
  // Some PDF producers map a single glyph to the text of a whole line.
  if (glyph.text.length > MAX_LIGATURE_CHARACTERS) return withText(first, '');
  const isOneShape = group.every(({ shape }) => shape === undefined || shape === first.shape);
  return {
    ...glyph,
    shape: isOneShape ? glyph.shape : undefined,
    left: Math.min(...group.map(({ left }) => left)),
    right: Math.max(...group.map(({ right }) => right)),
  };
}

function textOf(group: readonly Glyph[], isSpelledOut: boolean): string {
  const letters = group[0]?.mirrored ? group.toSorted((a, b) => b.pen - a.pen) : group;
  const texts = repairGhostscriptBytes(letters.map(({ text }) => text));
  return letters === group ? toReadingOrder(texts, isSpelledOut) : texts.join('');
}

/** Returns the position of the largest object, which is the letter rather than its vowel, with a box around all objects. */
function unitePositions(positions: readonly TextPosition[]): TextPosition {
  const letter = positions.reduce((main, position) =>
    diagonalOf(position) > diagonalOf(main) ? position : main,
  );
  return { ...letter, box: positions.map(({ box }) => box).reduce(boxAround) };
}

/** Creates a glyph for a text object, as wide as its ink. */
function glyphOf({ matrix, fontSize, box, order, font }: TextPosition, text: string): Glyph {
  const angle = angleOf(matrix, fontSize);
  const [, , , , x, y] = matrix;
  const { left, right, baseline } = positionOnLine(box, x, y, angle);
  const kind = textKind(text);
  return {
    text,
    kind,
    left,
    right,
    baseline,
    pen: projectOnLine(x, y, angle),
    order,
    index: 0,
    size: Math.abs(fontSize) * heightOf(matrix),
    angle,
    markAdvance: kind.isMark ? right - left : 0,
    isInkWidth: true,
    middle: (left + right) / 2,
    font,
    mirrored: isMirrored(matrix),
    code: undefined,
    shape: undefined,
    dots: undefined,
    isOcrText: false,
  };
}

/** Whether an object is larger than a dot or a vowel. */
function isLarge({ box: { left, right, bottom, top }, fontSize, matrix }: TextPosition): boolean {
  const minSize = 0.2 * Math.abs(fontSize) * heightOf(matrix);
  return right - left > minSize && top - bottom > minSize;
}

function diagonalOf({ box }: TextPosition): number {
  return Math.hypot(box.right - box.left, box.top - box.bottom);
}
