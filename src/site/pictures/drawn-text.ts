import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { readSfnt } from '#web/fonts/sfnt.ts';
import { escapeHtml } from '../xml.ts';

/** A text drawn on a transparent background, cropped to its letters. */
export type DrawnText = NonNullable<Awaited<ReturnType<typeof drawText>>>;

/** Font names for Pango; a family name that ends in a weight needs a comma after it. */
export type Face = 'Markazi Text semi-bold' | 'Readex Pro' | typeof fallbackFace;
/** Covers many languages in Arabic script, from Persian to Uyghur and Jawi. */
export const fallbackFace = 'Noto Naskh Arabic SemiBold,';

export interface TextStyle {
  face: Face;
  /** Size in pixels. */
  size: number;
  color: string;
  /** Width in pixels at which lines break. */
  width: number;
  /** The side to which all lines are aligned. */
  side: 'left' | 'right';
}

/** Folder of the fonts, which is next to this file in the sources and in the build. */
const fontFolder = fileURLToPath(new URL('./fonts/', import.meta.url));
const fileNames: Record<Face, string> = {
  'Markazi Text semi-bold': 'markazi-text',
  'Readex Pro': 'readex-pro',
  [fallbackFace]: 'noto-naskh-arabic',
};
const faces = new Map<Face, Promise<ReadonlySet<number>>>();

/** Loads a face once and returns its characters. Pango finds a font by its name after the first drawing with its file. */
function loadFace(face: Face): Promise<ReadonlySet<number>> {
  const cached = faces.get(face);
  if (cached) return cached;
  const load = async () => {
    const characters = new Set<number>();
    for (const script of ['latin', 'latin-ext', 'arabic']) {
      const path = `${fontFolder}${fileNames[face]}-${script}.ttf`;
      await sharp({ text: { text: 'a', font: `${face} 10`, fontfile: path } }).toBuffer();
      for (const code of readSfnt(readFileSync(path)).characters) characters.add(code);
    }
    return characters;
  };
  const loading = load();
  faces.set(face, loading);
  return loading;
}

/** Format characters and combining marks, which count as drawable even if the font lacks them. */
const invisible = /[\p{Cf}\p{Mn}]/u;
/** Characters that cannot be dropped from a word, unlike symbols such as emoji. */
const wordCharacter = /[\p{L}\p{N}]/u;

/**
 * Returns the text as the face can draw it: ligatures that it lacks, such as ﷺ, are decomposed; symbols that it lacks are omitted.
 * Undefined if it lacks letters or digits.
 */
async function toDrawableText(face: Face, text: string): Promise<string | undefined> {
  const characters = await loadFace(face);
  // Fonts contain control characters, which Pango rejects.
  const canDraw = (letter: string) =>
    !/\p{Cc}/u.test(letter) && (characters.has(letter.codePointAt(0) ?? 0) || invisible.test(letter));
  const drawable: string[] = [];
  for (const character of text.normalize('NFC')) {
    const letters = canDraw(character) ? [character] : Array.from(character.normalize('NFKC'));
    if (letters.some((letter) => wordCharacter.test(letter) && !canDraw(letter))) return undefined;
    drawable.push(...letters.filter(canDraw));
  }
  return drawable.join('').replace(/\s+/g, ' ').trim();
}

/**
 * Returns a face that has all letters and digits of a text: the preferred face, else the fallback, which is loaded only if needed.
 * Undefined if neither has them.
 */
export async function faceFor(text: string, preferred: Face): Promise<Face | undefined> {
  for (const face of [preferred, fallbackFace] as const)
    if ((await toDrawableText(face, text)) !== undefined) return face;
  return undefined;
}

/** Whether a text is right-to-left, by its first letter. */
export function isRightToLeft(text: string): boolean {
  return /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);
}

const directionMarks = { left: '\u200E', right: '\u200F' };

/** Draws a text as a PNG and returns it with its size; undefined if it has nothing to draw or the face lacks a letter. */
export async function drawText(text: string, { face, size, color, width, side }: TextStyle) {
  const drawable = (await toDrawableText(face, text)) ?? '';
  if (!/[^\p{Cf}\p{Mn}\s]/u.test(drawable)) return undefined;
  const textSide = isRightToLeft(drawable) ? 'right' : 'left';
  return sharp({
    text: {
      text: `<span foreground="${color}">${directionMarks[textSide]}${escapeHtml(drawable)}</span>`,
      font: `${face} ${size}`,
      width,
      rgba: true,
      wrap: 'word-char',
      // One point is one pixel.
      dpi: 72,
      // Pango's left is the side where a paragraph begins.
      align: side === textSide ? 'left' : 'right',
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
}
