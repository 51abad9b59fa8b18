import {
  angleOf,
  boxAround,
  heightOf,
  isMirrored,
  positionOnLine,
  projectOnLine,
} from '../engine/geometry.ts';
import type { PdfiumExports } from '../engine/pdfium.ts';
import type { WasmMemory } from '../engine/wasm-memory.ts';
import { type Glyph, textKind, withText } from './glyph.ts';
import { areSpelledOut, inReadingOrder } from './ligatures.ts';
import { pageObjects, type TextPlace, textPlace } from './objects.ts';
import { pageCharacters } from './page-characters.ts';
import { withBytesInPlace } from './producers/ghostscript-bytes.ts';
import { withNumberedLetters } from './producers/glyph-numbers.ts';
import { areMisplaced } from './producers/misplaced-actual-text.ts';
import { withDoublings } from './producers/shadda-names.ts';
import { withoutRepeatedClusters } from './producers/typst-clusters.ts';
import { withWholeLigatures } from './producers/word-ligatures.ts';
import { isScannedPage } from './scanned-page.ts';
import { visibleText } from './visible-text.ts';

/** Length of the longest ligature, the basmala. */
const MAX_LIGATURE_CHARACTERS = 24;

/** Returns all glyphs of a page, and whether the file's replacement texts match their letters. */
export function pageGlyphs(
  pdfium: PdfiumExports,
  memory: WasmMemory,
  page: number,
  mayHaveLayers: boolean,
): { glyphs: Glyph[]; misplaced: boolean } {
  const all = pageObjects(pdfium, memory, page);
  if (isScannedPage(pdfium, memory, page, all)) return { glyphs: [], misplaced: false };
  const objects = all.texts;
  const visible = visibleText(pdfium, memory, page, all, mayHaveLayers);
  const characters = pageCharacters(pdfium, memory, page, objects, visible);
  const read = new Array<boolean>(objects.length).fill(false);
  for (const { order } of characters) read[order] = true;
  const replaced = new Map<number, { text: string; places: TextPlace[] }>();
  const spaces: Glyph[] = [];
  for (const object of objects) {
    const { actualText, order } = object;
    // PDFium does not report text without ink.
    if (!actualText && read[order]) continue;
    const place = textPlace(pdfium, memory, object);
    if (!place) continue;
    if (actualText && !visible.isVisible(object, place.box)) continue;
    if (!actualText) {
      if (place.box.right === place.box.left) spaces.push(glyphOf(place, ' '));
      continue;
    }
    const under = replaced.get(actualText.mark);
    if (under) under.places.push(place);
    else replaced.set(actualText.mark, { text: actualText.text, places: [place] });
  }
  const glyphs = ligatures(withNumberedLetters(characters));
  for (const { text, places } of replaced.values()) {
    const place = together(places);
    // An empty replacement of a letter: its text is unknown.
    if (text !== '' || isLarge(place)) glyphs.push(glyphOf(place, text));
  }
  return {
    glyphs: inOrder(withDoublings(withoutProducerFaults(glyphs)), spaces),
    misplaced: areMisplaced([...replaced.values()].map(({ text }) => text)),
  };
}

/** Repairs producers' faults. If letters are named as whole clusters, none has a name that is too short. */
function withoutProducerFaults(glyphs: readonly Glyph[]): readonly Glyph[] {
  const single = withoutRepeatedClusters(glyphs);
  return single.length < glyphs.length ? single : withWholeLigatures(glyphs);
}

/** Returns the visible glyphs and the spaces between them, in writing order. */
function inOrder(glyphs: readonly Glyph[], spaces: readonly Glyph[]): Glyph[] {
  const all: Glyph[] = [];
  let next = 0;
  for (const glyph of glyphs) {
    for (let space = spaces[next]; space && space.order < glyph.order; space = spaces[++next])
      all.push(space);
    if (glyph.text !== '' || glyph.right - glyph.left > 0.01) all.push(glyph);
  }
  return all.concat(spaces.slice(next));
}

/** Groups characters of one origin into a glyph, and the characters of a mirrored word, whose numbers are mirrored too. */
function ligatures(characters: readonly Glyph[]): Glyph[] {
  const glyphs: Glyph[] = [];
  /** Characters of glyphs that have several, in the order of the glyphs. */
  const groups: Glyph[][] = [];
  let first: Glyph | undefined;
  for (const character of characters) {
    if (!first || !sameGlyph(first, character)) {
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

function sameGlyph(a: Glyph, b: Glyph): boolean {
  if (a.order !== b.order || a.baseline !== b.baseline) return false;
  if (a.mirrored) return true;
  // A space without a pen movement joins letters, except inside a phrase that is one character, such as ﷺ.
  if (a.kind.isSpace || b.kind.isSpace)
    return a.pen === b.pen && a.left === b.left && a.right === b.right && !isNarrow(a);
  // Kerned letters may have one origin, but not one width.
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
  // Some programs write a whole line into their fonts as one ligature; no real ligature is that long.
  if (glyph.text.length > MAX_LIGATURE_CHARACTERS) return withText(first, '');
  const isOneShape = group.every(({ shape }) => shape === undefined || shape === first.shape);
  return {
    ...glyph,
    ...(!isOneShape && { shape: undefined }),
    left: Math.min(...group.map(({ left }) => left)),
    right: Math.max(...group.map(({ right }) => right)),
  };
}

function textOf(group: readonly Glyph[], isSpelledOut: boolean): string {
  const letters = group[0]?.mirrored ? group.toSorted((a, b) => b.pen - a.pen) : group;
  const texts = withBytesInPlace(letters.map(({ text }) => text));
  return letters === group ? inReadingOrder(texts, isSpelledOut) : texts.join('');
}

/** Returns the position that reaches farthest, which is a letter's and not its vowel's, with a box around all of them. */
function together(places: readonly TextPlace[]): TextPlace {
  const letter = places.reduce((main, place) => (reachOf(place) > reachOf(main) ? place : main));
  return { ...letter, box: places.map(({ box }) => box).reduce(boxAround) };
}

/** Creates a glyph for a text object, as wide as its ink. */
function glyphOf({ matrix, fontSize, box, order, font }: TextPlace, text: string): Glyph {
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
    mirrored: isMirrored(matrix),
    font,
  };
}

/** Minimum size that is neither a dot nor a vowel. */
function isLarge({ box: { left, right, bottom, top }, fontSize, matrix }: TextPlace): boolean {
  const least = 0.2 * Math.abs(fontSize) * heightOf(matrix);
  return right - left > least && top - bottom > least;
}

function reachOf({ box }: TextPlace): number {
  return Math.hypot(box.right - box.left, box.top - box.bottom);
}
