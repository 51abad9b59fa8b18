import { type Box, positionOnLine, uprightBox } from '../engine/geometry.ts';
import type { PdfiumExports } from '../engine/pdfium.ts';
import type { WasmMemory } from '../engine/wasm-memory.ts';
import { type Glyph, TATWEEL, type TextKind, textKind, withText } from './glyph.ts';
import { isBare, isFlat, shapeOf } from './ink.ts';
import type { TextObject } from './objects.ts';
import { shownText } from './producers/false-names.ts';
import { dotsOf, withSeparateDots } from './producers/separate-dots.ts';
import { type CharacterPlace, openTextPage, type Style, type TextPage } from './text-page.ts';
import type { VisibleText } from './visible-text.ts';

/** The letter whose stroke in Nastaliq runs back under its word, beyond the pen. */
const YEH_BARREE = 'ے';
const LAM = 'ل';
/** Font of OCR layers, whose character names the engine considers wrong. */
const GLYPHLESS = 'GlyphLessFont';
const NAME_BYTES = 128;
/** Letters that some programs give as the name of the hamza above them. */
const hamzaCarriers = ['أ', 'إ', 'آ', 'ٱ', 'ؤ', 'ئ'];

/**
 * Returns the visible characters of a page in PDFium's order, without those it generates. Skips characters under a replacement
 * text: a ligature's have one object and one pen. `objects` are the page's text objects.
 */
export function pageCharacters(
  pdfium: PdfiumExports,
  memory: WasmMemory,
  page: number,
  objects: readonly TextObject[],
  visible: VisibleText,
): Glyph[] {
  const text = openTextPage(pdfium, memory, page);
  if (!text) return [];
  const isGlyphless = (font: number) => fontName(pdfium, memory, font) === GLYPHLESS;
  try {
    const characters = visibleCharacters(text, objects, visible, isGlyphless);
    return withoutStretches(withSeparateDots(characters), text);
  } finally {
    text.close();
  }
}

/** The text object that is read now. */
interface Current {
  pointer: number;
  object: TextObject | undefined;
  style: Style | undefined;
  /** Whether its last letter is visible. */
  isSeen: boolean;
  isOcrText: boolean;
  isGlyphless: boolean;
}

function visibleCharacters(
  text: TextPage,
  objects: readonly TextObject[],
  visible: VisibleText,
  isGlyphless: (font: number) => boolean,
): Glyph[] {
  const byPointer = new Map(objects.map((object) => [object.pointer, object]));
  const characters: Glyph[] = [];
  let current: Current | undefined;
  for (let index = 0; index < text.count; index++) {
    const pointer = text.objectAt(index);
    if (!pointer) continue;
    if (pointer !== current?.pointer) {
      const object = byPointer.get(pointer);
      const isOcrText = object !== undefined && visible.isOcrText(object);
      current = {
        pointer,
        object,
        style: undefined,
        isSeen: true,
        isOcrText,
        isGlyphless: isOcrText && isGlyphless(object?.font ?? 0),
      };
    }
    const { object } = current;
    if (object?.actualText) continue;
    const code = text.codeAt(index);
    if (text.isGeneratedSpace(index, code)) continue;
    const style = current.style ?? text.styleAt(index);
    const place = text.placeAt(index, style);
    const name = text.textAt(index, code, current.isGlyphless);
    const { isSpace } = textKind(name);
    // PDFium reports a space of no width and no size between spaced letters.
    if (isSpace && place.right - place.left < 0.01) continue;
    current.style = style;
    // A space is visible if the letter before it is.
    if (object && !isSpace) current.isSeen = isVisible(text, index, place.loose, object, visible);
    if (!current.isSeen) continue;
    const glyph = glyphAt(text, index, { code, name, place, style, current }, characters);
    if (glyph) characters.push(glyph);
  }
  return characters;
}

function isVisible(
  text: TextPage,
  index: number,
  loose: Box,
  object: TextObject,
  visible: VisibleText,
): boolean {
  const byInk = visible.byInk(object);
  const ink = byInk ? text.inkAt(index) : undefined;
  // A letter without a shape in the engine has no ink to look for.
  if (byInk && (!ink || ink.right <= ink.left || ink.top <= ink.bottom)) return true;
  return visible.isVisible(object, ink ?? loose);
}

interface Measured {
  code: number;
  name: string;
  place: CharacterPlace;
  style: Style;
  current: Current;
}

/** Returns the glyph of a character, with the text that it shows; undefined if it shows none. */
function glyphAt(
  text: TextPage,
  index: number,
  { code, name, place, style, current }: Measured,
  before: readonly Glyph[],
): Glyph | undefined {
  const { left, right, baseline, pen, x, y } = place;
  const { size, angle, mirrored, slant } = style;
  const kind = textKind(name);
  const isNarrow = right - left < 0.01;
  // The shape helps only with signs, and with letters of another script in an Arabic word.
  const isOdd = isAmongArabic(kind, before);
  const runsBack = name === YEH_BARREE;
  const isLifted = isNarrow && kind.isLetter && kind.bidi === 'R' && !hamzaCarriers.includes(name);
  const isPlain = kind.isLetter && !isOdd && !runsBack && !isLifted;
  const isLam = name === LAM;
  const ink = isPlain && !isLam ? undefined : text.inkAt(index);
  const dots = name === '' && ink && angle === 0 && isNarrow ? dotsOf(ink, y, size) : undefined;
  const visibleText = isPlain
    ? name
    : shownText(
        {
          text: name,
          kind,
          style,
          width: right - left,
          pen,
          y,
          ink,
          isOdd,
          isLifted,
          isDots: dots !== undefined,
          isOcrText: current.isOcrText,
          isAlone: () => text.isAlone(index),
          isDrawnBefore: () => isDrawn(text, before),
        },
        before.at(-1),
      );
  if (visibleText === undefined) return undefined;
  const extent = ink && !isPlain ? positionOnLine(uprightBox(ink, y, slant), x, y, angle) : undefined;
  const shownKind = visibleText === name ? kind : textKind(visibleText);
  return {
    text: visibleText,
    kind: shownKind,
    left,
    right: extent && runsBack ? Math.max(right, extent.right) : right,
    baseline,
    pen,
    order: current.object?.order ?? 0,
    index,
    size,
    angle,
    markAdvance: 0,
    isInkWidth: false,
    middle: extent ? (extent.left + extent.right) / 2 : pen,
    mirrored,
    font: current.object?.font ?? 0,
    ...(name === '' && { code }),
    ...(dots && { dots }),
    ...(current.isOcrText && { isOcrText: true }),
    ...(ink && (isLam || shownKind.isMark) && { shape: shapeOf(ink, x, y, size) }),
  };
}

/** Whether the last letter has ink. */
function isDrawn(text: TextPage, before: readonly Glyph[]): boolean {
  const letter = before.findLast(({ kind }) => kind.isLetter);
  const ink = letter && text.inkAt(letter.index);
  return !letter || !ink || !isBare(ink, letter);
}

/** Whether a letter of another script, or a digit, follows an Arabic letter or its strokes. */
function isAmongArabic({ bidi }: TextKind, before: readonly Glyph[]): boolean {
  if (bidi !== 'L' && bidi !== 'N') return false;
  let at = before.length - 1;
  while (before[at]?.text === TATWEEL) at--;
  return before[at]?.kind.bidi === 'R';
}

/** Some programs name the strokes that stretch a word of a justified line by a letter: many in a row, and flat. */
function withoutStretches(glyphs: Glyph[], text: TextPage): Glyph[] {
  const suspects = new Set<string>();
  for (const [at, glyph] of glyphs.entries()) {
    const isArabic = glyph.kind.bidi === 'R' || glyph.kind.isMark;
    if (isArabic && [1, 2].every((back) => isSameLetter(glyph, glyphs[at - back])))
      suspects.add(`${glyph.font} ${glyph.text}`);
  }
  if (suspects.size === 0) return glyphs;
  return glyphs.map((glyph) => {
    const ink = suspects.has(`${glyph.font} ${glyph.text}`) ? text.inkAt(glyph.index) : undefined;
    return ink && isFlat(ink, glyph) ? withText(glyph, TATWEEL) : glyph;
  });
}

function isSameLetter(a: Glyph, b: Glyph | undefined): boolean {
  return b !== undefined && a.text === b.text && a.font === b.font && a.kind.isLetter;
}

function fontName(pdfium: PdfiumExports, { results }: WasmMemory, font: number): string {
  const length = font && pdfium.FPDFFont_GetBaseFontName(font, results, NAME_BYTES);
  if (length === 0 || length > NAME_BYTES) return '';
  return new TextDecoder().decode(new Uint8Array(pdfium.memory.buffer, results, length - 1));
}
