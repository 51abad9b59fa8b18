import {
  alongLine,
  angleOf,
  type Box,
  heightOf,
  identity,
  isMirrored,
  type Matrix,
  placeOf,
  pointAt,
  slantOf,
  uprightBox,
} from '../engine/geometry.ts';
import type { PdfiumExports } from '../engine/pdfium.ts';
import type { WasmMemory } from '../engine/wasm-memory.ts';
import { type Glyph, type SignKind, signKind, TATWEEL, withText } from './glyph.ts';
import type { TextObject } from './objects.ts';
import { dotsOf, withSeparateDots } from './producers/separate-dots.ts';
import type { VisibleText } from './visible-text.ts';

/** Maximum height in em of a tatweel, which fonts name badly or not at all, so that its flat ink identifies it. */
const MAX_STROKE = 0.15;
const MAX_DOT = 0.2;
/** Width in em of an unnamed part of a letter in fonts for Nastaliq. */
const MAX_JOINER = 0.1;

/** The letter whose stroke in Nastaliq runs back under its word, beyond the pen. */
const YEH_BARREE = 'ے';

/** Minimum size in em of visible ink. */
const MIN_INK = 0.02;
/** Minimum width in em of a space, and height of a vowel above its line. */
const MIN_SPACE = 0.1;
const MIN_LIFT = 0.35;
/** Minimum width in em of a letter. */
const MIN_LETTER = 0.12;
/** Wrong names of letters, such as yeh and fa, in PDFs of Office 2007 and 2010. */
const officeNames: Record<string, string> = { '\u064C': 'ي', '\u064B': 'ى', '\u063E': 'ف' };
/** Font of OCR layers, whose character names the engine considers wrong. */
const GLYPHLESS = 'GlyphLessFont';
const NAME_BYTES = 128;
const PRIVATE = /^\p{Co}$/u;
/** Letters by which some programs name the hamza alone that is drawn over them. */
const hamzaCarriers = ['أ', 'إ', 'آ', 'ٱ', 'ؤ', 'ئ'];

/** Codes of characters that PDFium generates: a space, and the hyphen at the end of a line. */
const CODES = { space: 0x20, hyphen: 2 };

type Style = Pick<Glyph, 'size' | 'angle' | 'mirrored'>;

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
  const { answers } = memory;
  const text = pdfium.FPDFText_LoadPage(page);
  const characters: Glyph[] = [];
  let isGlyphless = false;
  if (!text) return characters;
  try {
    const count = pdfium.FPDFText_CountChars(text);
    const styleAt = styles(pdfium, memory, text);
    const byPointer = new Map(objects.map((object) => [object.pointer, object]));
    let isSeen = true;
    let isUnderScan = false;
    let pointer = 0;
    let object: TextObject | undefined;
    let style: ReturnType<typeof styleAt> | undefined;
    for (let index = 0; index < count; index++) {
      const own = pdfium.FPDFText_GetTextObject(text, index);
      if (!own) continue;
      if (own !== pointer) {
        pointer = own;
        object = byPointer.get(own);
        style = undefined;
        isSeen = true;
        isUnderScan = object !== undefined && visible.isUnderScan(object);
        isGlyphless = isUnderScan && fontName(object?.font ?? 0) === GLYPHLESS;
      }
      if (object?.actualText) continue;
      const code = pdfium.FPDFText_GetUnicode(text, index);
      if (code === CODES.space && pdfium.FPDFText_IsGenerated(text, index) === 1) continue;
      const set = style ?? styleAt(index);
      const { size, angle, mirrored, slant } = set;
      pdfium.FPDFText_GetCharOrigin(text, index, answers, answers + 8);
      const x = memory.double(answers);
      const y = memory.double(answers + 8);
      const loose = looseBox(index) ?? pointAt(x, y);
      const { left, right, baseline } = placeOf(uprightBox(loose, y, slant), x, y, angle);
      let character = characterAt(index, code);
      const isUnnamed = character === '';
      let kind = signKind(character);
      const { isSpace, isLetter, isStroke } = kind;
      // PDFium reports a space of no width and no size between spaced letters.
      if (isSpace && right - left < 0.01) continue;
      style = set;
      // A space is visible if the letter before it is.
      if (object && !isSpace) isSeen = isVisible(object, index, loose);
      if (!isSeen) continue;
      const pen = alongLine(x, y, angle);
      let middle = pen;
      // The shape helps only with signs, and with letters of another script in an Arabic word.
      const isOdd = isAmongArabic(kind, characters);
      const runsBack = character === YEH_BARREE;
      const isLifted =
        right - left < 0.01 && isLetter && kind.runs === 'R' && !hamzaCarriers.includes(character);
      const isLam = character === 'ل';
      const box = isLetter && !isOdd && !runsBack && !isLifted && !isLam ? undefined : tightBox(index);
      let end = right;
      if (box && !isLam) {
        const ink = placeOf(uprightBox(box, y, slant), x, y, angle);
        middle = (ink.left + ink.right) / 2;
        if (runsBack) end = Math.max(right, ink.right);
      }
      // Word names a space by the vowels of the letter before it, and names vowels and joining strokes as spaces.
      const isInkless = box === undefined || isBare(box, set);
      if (kind.isMark && isInkless && right - left > MIN_SPACE * size && isDrawnBefore(set)) {
        if (isSpaceAt(characters.at(-1), pen)) continue;
        character = ' ';
        kind = signKind(' ');
      } else if (isSpace && !isInkless && !isUnderScan && !isSpaceOfPhrase(characters.at(-1), pen)) {
        if (isFlat(box, set)) character = TATWEEL;
        else if (isArabic(characters.at(-1))) {
          if (right - left < MIN_LETTER * size || isApart(box, y, set)) continue;
          // A letter named as a space by its font.
          character = '';
        }
        kind = signKind(character);
      }
      // Old Arabic fonts name vowels by private-use characters.
      const isPrivate = PRIVATE.test(character);
      if (isPrivate && box && isApart(box, y, set)) continue;
      // Office 2007 and 2010 name some letters by nearby signs; a real vowel has no width and is not on the baseline.
      const letter = officeNames[character];
      const hasRoom = right - left > MIN_LETTER * size;
      if (letter && box && !isInkless && hasRoom && !isApart(box, y, set) && isAlone(index, x, y)) {
        character = letter;
        kind = signKind(letter);
        middle = pen;
      }
      // A vowel that a font names as a letter is drawn above the line and moves no pen.
      if (isLifted && box && isAbove(box, y, set) && isAlone(index, x, y)) continue;
      const dots = isUnnamed && box && angle === 0 && right - left < 0.01 ? dotsOf(box, y, size) : undefined;
      if ((isStroke || isOdd) && box && isFlat(box, set)) {
        character = TATWEEL;
        kind = signKind(TATWEEL);
      }
      // A full stop, a dot of a letter, or a joining stroke.
      if (
        isUnnamed &&
        !dots &&
        character === '' &&
        (!box || isDot(box, set) || right - left < MAX_JOINER * size)
      )
        continue;
      const order = object?.order ?? 0;
      characters.push({
        text: character,
        kind,
        left,
        right: end,
        baseline,
        pen,
        order,
        index,
        size,
        angle,
        room: 0,
        inked: false,
        middle,
        mirrored,
        font: object?.font ?? 0,
        ...(isUnnamed && { code }),
        ...(dots && { dots }),
        ...(isUnderScan && { underScan: true }),
        ...(box && (isLam || kind.isMark) && { shape: shapeOf(box, x, y, size) }),
      });
    }
    return withoutStretches(withSeparateDots(characters));
  } finally {
    pdfium.FPDFText_ClosePage(text);
  }

  /** Whether the previous letter has ink; the engine draws nothing in a font that is not embedded. */
  function isDrawnBefore(style: Style): boolean {
    const letter = characters.findLast(({ kind }) => kind.isLetter);
    const ink = letter && tightBox(letter.index);
    return ink === undefined || !isBare(ink, style);
  }

  /** Some programs name the strokes that stretch a word of a justified line by a letter: many in a row, and flat. */
  function withoutStretches(glyphs: Glyph[]): Glyph[] {
    const suspects = new Set<string>();
    for (const [at, glyph] of glyphs.entries())
      if (isArabic(glyph) && [1, 2].every((back) => isSameLetter(glyph, glyphs[at - back])))
        suspects.add(`${glyph.font} ${glyph.text}`);
    if (suspects.size === 0) return glyphs;
    return glyphs.map((glyph) => {
      const ink = suspects.has(`${glyph.font} ${glyph.text}`) ? tightBox(glyph.index) : undefined;
      return ink && isFlat(ink, glyph) ? withText(glyph, TATWEEL) : glyph;
    });
  }

  function fontName(font: number): string {
    const length = font && pdfium.FPDFFont_GetBaseFontName(font, answers, NAME_BYTES);
    if (length === 0 || length > NAME_BYTES) return '';
    return new TextDecoder().decode(new Uint8Array(pdfium.memory.buffer, answers, length - 1));
  }

  function characterAt(index: number, code: number): string {
    if (code === CODES.hyphen && pdfium.FPDFText_IsHyphen(text, index) === 1) return '-';
    const isNamed = isGlyphless || pdfium.FPDFText_HasUnicodeMapError(text, index) !== 1;
    const isKnown = code >= 0x20 && code <= 0x10ffff && isNamed;
    return isKnown ? String.fromCodePoint(code) : '';
  }

  /** Returns the box from one origin to the next, as high as the font. */
  function looseBox(index: number): Box | undefined {
    if (!pdfium.FPDFText_GetLooseCharBox(text, index, answers)) return undefined;
    const [left, top] = [memory.float(answers), memory.float(answers + 4)];
    return { left, top, right: memory.float(answers + 8), bottom: memory.float(answers + 12) };
  }

  function isVisible(object: TextObject, index: number, loose: Box): boolean {
    const ink = visible.byInk ? tightBox(index) : undefined;
    // A letter without a shape in the engine has no ink to look for.
    if (visible.byInk && (!ink || ink.right <= ink.left || ink.top <= ink.bottom)) return true;
    return visible.isVisible(object, ink ?? loose);
  }

  /** Whether the neighboring characters are other glyphs, because one glyph may be named as a letter with its vowel. */
  function isAlone(index: number, x: number, y: number): boolean {
    return [index - 2, index - 1, index + 1, index + 2].every((beside) => {
      if (!pdfium.FPDFText_GetCharOrigin(text, beside, answers, answers + 8)) return true;
      return memory.double(answers) !== x || memory.double(answers + 8) !== y;
    });
  }

  /** Box around the ink. */
  function tightBox(index: number): Box | undefined {
    if (!pdfium.FPDFText_GetCharBox(text, index, answers, answers + 8, answers + 16, answers + 24))
      return undefined;
    return {
      left: memory.double(answers),
      right: memory.double(answers + 8),
      bottom: memory.double(answers + 16),
      top: memory.double(answers + 24),
    };
  }
}

/** Reads the style of characters; most equal the previous one's. */
function styles(
  pdfium: PdfiumExports,
  memory: WasmMemory,
  text: number,
): (index: number) => Style & { slant: number } {
  const { answers } = memory;
  let [a, b, c, d, fontSize] = [0, 0, 0, 0, 0];
  let style = { size: 0, angle: 0, mirrored: false, slant: 0 };
  return (index) => {
    const isWritten = pdfium.FPDFText_GetMatrix(text, index, answers);
    const size = pdfium.FPDFText_GetFontSize(text, index);
    const isSame =
      isWritten !== 0 &&
      memory.float(answers) === a &&
      memory.float(answers + 4) === b &&
      memory.float(answers + 8) === c &&
      memory.float(answers + 12) === d &&
      size === fontSize;
    if (isSame) return style;
    const matrix: Matrix = memory.matrix(isWritten) ?? identity;
    [a, b, c, d] = matrix;
    fontSize = size;
    style = {
      size: Math.abs(size) * heightOf(matrix),
      angle: angleOf(matrix, size),
      mirrored: isMirrored(matrix),
      slant: size > 0 ? slantOf(matrix) : 0,
    };
    return style;
  };
}

/** Whether a letter of another script, or a digit, follows an Arabic letter or its strokes. */
function isAmongArabic({ runs }: SignKind, before: readonly Glyph[]): boolean {
  if (runs !== 'L' && runs !== 'N') return false;
  let at = before.length - 1;
  while (before[at]?.text === TATWEEL) at--;
  return before[at]?.kind.runs === 'R';
}

/** An ink box in hundredths of the size, from the pen. */
function shapeOf({ left, right, bottom, top }: Box, x: number, y: number, size: number): string {
  return [left - x, right - x, bottom - y, top - y].map((way) => Math.round((100 * way) / size)).join(' ');
}

function isSameLetter(a: Glyph, b: Glyph | undefined): boolean {
  return b !== undefined && a.text === b.text && a.font === b.font && a.kind.isLetter;
}

function isSpaceAt(character: Glyph | undefined, pen: number): boolean {
  return character?.kind.isSpace === true && character.pen === pen;
}

/** A space within a phrase that is one character, such as ﷺ, has the pen of the word before. */
function isSpaceOfPhrase(before: Glyph | undefined, pen: number): boolean {
  return before?.kind.runs === 'R' && before.pen === pen;
}

function isArabic(glyph: Glyph | undefined): boolean {
  return glyph !== undefined && (glyph.kind.runs === 'R' || glyph.kind.isMark);
}

/** No ink, or a line too thin to see. */
function isBare({ left, right, bottom, top }: Box, { size }: Style): boolean {
  return right - left < MIN_INK * size || top - bottom < MIN_INK * size;
}

function isAbove({ bottom }: Box, baseline: number, { angle, size }: Style): boolean {
  return angle === 0 && bottom - baseline > MIN_LIFT * size;
}

/** Ink above or below the letters of an upright line. */
function isApart({ bottom, top }: Box, baseline: number, { angle, size }: Style): boolean {
  return angle === 0 && (bottom - baseline > MIN_LIFT * size || top < baseline);
}

function isDot({ left, right, bottom, top }: Box, { size }: Style): boolean {
  return right - left < MAX_DOT * size && top - bottom < MAX_DOT * size;
}

function isFlat({ left, right, bottom, top }: Box, { angle, size }: Style): boolean {
  const [width, height] = angle % 180 === 0 ? [right - left, top - bottom] : [top - bottom, right - left];
  return angle % 90 === 0 && width > 0 && height > 0 && height < MAX_STROKE * size;
}
