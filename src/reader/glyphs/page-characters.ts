import { positionOnLine, uprightBox } from '../engine/geometry.ts';
import type { Pdfium } from '../engine/pdfium.ts';
import { type Glyph, TATWEEL, type TextKind, textKind, withText } from './glyph.ts';
import { isFlat, isInvisible, shapeOf } from './ink.ts';
import type { TextObject } from './objects.ts';
import { displayedText } from './producers/false-names.ts';
import { dotsOf, withSeparateDots } from './producers/separate-dots.ts';
import { type CharacterPosition, openTextPage, type Style, type TextPage } from './text-page.ts';
import type { TextVisibility } from './visible-text.ts';

/** A letter whose stroke in Nastaliq extends back under its word. */
const YEH_BARREE = 'ے';
const LAM = 'ل';
/** Name of a font of OCR layers. The engine reports an error for each character of this font, although the text is right. */
const GLYPHLESS = 'GlyphLessFont';
const NAME_BYTES = 128;
/** Letters with a hamza, madda or wasla. Some programs give these names to a separate mark. */
const hamzaCarriers = ['أ', 'إ', 'آ', 'ٱ', 'ؤ', 'ئ'];

/**
 * Returns the visible characters of a page in PDFium's order, without spaces that PDFium generated. Skips characters with a replacement
 * text. `objects` are the page's text objects.
 */
export function readPageCharacters(
  pdfium: Pdfium,
  page: number,
  objects: readonly TextObject[],
  visible: TextVisibility,
): Glyph[] {
  const text = openTextPage(pdfium, page);
  if (!text) return [];
  const isGlyphless = (font: number) => readFontName(pdfium, font) === GLYPHLESS;
  try {
    const characters = readVisibleCharacters(text, objects, visible, isGlyphless);
    return nameStretches(withSeparateDots(characters), text);
  } finally {
    text.close();
  }
}

/** The text object that is being read. */
interface CurrentObject {
  pointer: number;
  object: TextObject | undefined;
  style: Style | undefined;
  /** Whether the last character read from the object, other than a space, is visible. */
  isVisible: boolean;
  isOcrText: boolean;
  isGlyphless: boolean;
}

function readVisibleCharacters(
  text: TextPage,
  objects: readonly TextObject[],
  visible: TextVisibility,
  isGlyphless: (font: number) => boolean,
): Glyph[] {
  const byPointer = new Map(objects.map((object) => [object.pointer, object]));
  const characters: Glyph[] = [];
  let current: CurrentObject | undefined;
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
        isVisible: true,
        isOcrText,
        isGlyphless: isOcrText && isGlyphless(object?.font ?? 0),
      };
    }
    const { object } = current;
    if (object?.actualText) continue;
    const code = text.codeAt(index);
    if (text.isGeneratedSpace(index, code)) continue;
    const style = current.style ?? text.styleAt(index);
    const position = text.positionAt(index, style);
    const name = text.textAt(index, code, current.isGlyphless);
    const kind = textKind(name);
    const { isSpace } = kind;
    // PDFium reports empty spaces between letters with wide spacing.
    if (isSpace && position.right - position.left < 0.01) continue;
    current.style = style;
    // A space is visible if the letter before it is.
    if (object && !isSpace)
      current.isVisible = visible.isVisible(object, position.loose, () => text.inkAt(index));
    if (!current.isVisible) continue;
    const glyph = glyphAt(text, index, { code, name, kind, position, style, current }, characters);
    if (glyph) characters.push(glyph);
  }
  return characters;
}

interface MeasuredCharacter {
  code: number;
  name: string;
  kind: TextKind;
  position: CharacterPosition;
  style: Style;
  current: CurrentObject;
}

/** Returns the glyph of a character with its displayed text; undefined if it displays none. */
function glyphAt(
  text: TextPage,
  index: number,
  { code, name, kind, position, style, current }: MeasuredCharacter,
  previous: readonly Glyph[],
): Glyph | undefined {
  const { left, right, baseline, pen, x, y } = position;
  const { size, angle, mirrored, slant } = style;
  const isNarrow = right - left < 0.01;
  // The name of an ordinary letter is reliable; other characters are identified by their ink.
  const isForeign = isInArabicWord(kind, previous);
  const isYehBarree = name === YEH_BARREE;
  const isZeroWidthLetter = isNarrow && kind.isLetter && kind.bidi === 'R' && !hamzaCarriers.includes(name);
  const isOrdinaryLetter = kind.isLetter && !isForeign && !isYehBarree && !isZeroWidthLetter;
  const isLam = name === LAM;
  const ink = isOrdinaryLetter && !isLam ? undefined : text.inkAt(index);
  const dots = name === '' && ink && angle === 0 && isNarrow ? dotsOf(ink, y, size) : undefined;
  const visibleText = isOrdinaryLetter
    ? name
    : displayedText(
        {
          text: name,
          kind,
          style,
          width: right - left,
          pen,
          y,
          ink,
          isForeign,
          isZeroWidthLetter,
          isDots: dots !== undefined,
          isOcrText: current.isOcrText,
          isOnlyCharacter: () => text.isOnlyCharacter(index),
          isPreviousDrawn: () => isLastDrawn(text, previous),
        },
        previous.at(-1),
      );
  if (visibleText === undefined) return undefined;
  const extent =
    ink && !isOrdinaryLetter ? positionOnLine(uprightBox(ink, y, slant), x, y, angle) : undefined;
  const shownKind = visibleText === name ? kind : textKind(visibleText);
  return {
    text: visibleText,
    kind: shownKind,
    left,
    right: extent && isYehBarree ? Math.max(right, extent.right) : right,
    baseline,
    pen,
    order: current.object?.order ?? 0,
    index,
    size,
    angle,
    markAdvance: 0,
    isInkWidth: false,
    middle: extent ? (extent.left + extent.right) / 2 : pen,
    font: current.object?.font ?? 0,
    mirrored,
    code: name === '' ? code : undefined,
    shape: ink && (isLam || shownKind.isMark) ? shapeOf(ink, x, y, size) : undefined,
    dots,
    isOcrText: current.isOcrText,
  };
}

/** Whether the last letter has ink; true if that is unknown. */
function isLastDrawn(text: TextPage, previous: readonly Glyph[]): boolean {
  const letter = previous.findLast(({ kind }) => kind.isLetter);
  const ink = letter && text.inkAt(letter.index);
  return !letter || !ink || !isInvisible(ink, letter);
}

/** Whether a foreign letter or a digit follows an Arabic letter or its joining strokes. */
function isInArabicWord({ bidi }: TextKind, previous: readonly Glyph[]): boolean {
  if (bidi !== 'L' && bidi !== 'N') return false;
  let index = previous.length - 1;
  while (previous[index]?.text === TATWEEL) index--;
  return previous[index]?.kind.bidi === 'R';
}

/** Renames the repeated flat strokes that stretch the words of justified lines to tatweels, if a program names the strokes as letters. */
function nameStretches(glyphs: Glyph[], text: TextPage): Glyph[] {
  const suspects = new Set<string>();
  for (const [index, glyph] of glyphs.entries()) {
    const isArabic = glyph.kind.bidi === 'R' || glyph.kind.isMark;
    if (isArabic && isSameLetter(glyph, glyphs[index - 1]) && isSameLetter(glyph, glyphs[index - 2]))
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

function readFontName(pdfium: Pdfium, font: number): string {
  const { results } = pdfium;
  const length = font && pdfium.FPDFFont_GetBaseFontName(font, results, NAME_BYTES);
  if (length === 0 || length > NAME_BYTES) return '';
  return new TextDecoder().decode(new Uint8Array(pdfium.memory.buffer, results, length - 1));
}
