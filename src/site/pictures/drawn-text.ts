import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { readSfnt } from '#web/fonts/sfnt.ts';
import { escapeHtml } from '../escape-html.ts';

/** A piece of text as a picture with a transparent ground, as large as its letters. */
export type DrawnText = NonNullable<Awaited<ReturnType<typeof drawText>>>;

export interface TextStyle {
  font: 'Markazi Text semi-bold' | 'Readex Pro';
  /** In pixels. */
  size: number;
  color: string;
  /** Where lines break. */
  width: number;
  /** The side that all lines begin at. */
  side: 'left' | 'right';
}

/** Beside this file, also where it is built. */
const folder = fileURLToPath(new URL('./fonts/', import.meta.url));
let letters: Promise<ReadonlySet<number>> | undefined;

/** Pango knows a font once it has drawn with its file; then it finds it by its name. */
async function loadFonts(): Promise<ReadonlySet<number>> {
  const covered = new Set<number>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.ttf'))) {
    await sharp({ text: { text: 'a', font: 'Readex Pro 10', fontfile: folder + name } }).toBuffer();
    for (const code of readSfnt(readFileSync(folder + name)).characters) covered.add(code);
  }
  return covered;
}

/** Marks and joiners that fonts need not have: they order and join letters. */
const unseen = /[\p{Cf}\p{Mn}]/u;

/** Letters that no font of ours has are written by those it is made of (ﷺ), or left out: a box says nothing. */
function drawable(text: string, covered: ReadonlySet<number>): string {
  // A font has signs for controls, which Pango refuses.
  const shown = (one: string) =>
    !/\p{Cc}/u.test(one) && (covered.has(one.codePointAt(0) ?? 0) || unseen.test(one));
  return Array.from(text.normalize('NFC'), (one) =>
    shown(one) ? one : Array.from(one.normalize('NFKC')).filter(shown).join(''),
  )
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Which way a text is read: as its first letter is. */
export function isReadFromTheRight(text: string): boolean {
  return /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);
}

const marks = { left: '\u200E', right: '\u200F' };

/** Undefined when there is nothing to draw. */
export async function drawText(text: string, { font, size, color, width, side }: TextStyle) {
  letters ??= loadFonts();
  const shown = drawable(text, await letters);
  if (!/[^\p{Cf}\p{Mn}\s]/u.test(shown)) return undefined;
  const own = isReadFromTheRight(shown) ? 'right' : 'left';
  return sharp({
    text: {
      text: `<span foreground="${color}">${marks[own]}${escapeHtml(shown)}</span>`,
      font: `${font} ${size}`,
      width,
      rgba: true,
      wrap: 'word-char',
      // One point is one pixel.
      dpi: 72,
      // Pango's left is the side where a paragraph begins.
      align: side === own ? 'left' : 'right',
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
}
