import type { Glyph } from './glyph.ts';
import { areSpelledOut, inReadingOrder } from './ligature-order.ts';
import { angleOf, heightOf } from './matrix.ts';
import { areMisplaced } from './misplaced-text.ts';
import { type Character, pageCharacters } from './page-characters.ts';
import type { PdfiumExports } from './pdfium-exports.ts';
import { placeOf } from './place.ts';
import { signKind } from './sign-kind.ts';
import { type TextPlace, textObjects, textPlaces } from './text-objects.ts';
import type { WasmMemory } from './wasm-memory.ts';

/** As long as the basmala. */
const longestLigature = 24;

/** Everything that is written on a page, and whether the file's own replacement texts stand where they belong. */
export function pageGlyphs(
  pdfium: PdfiumExports,
  memory: WasmMemory,
  page: number,
): { glyphs: Glyph[]; misplaced: boolean } {
  const objects = textObjects(pdfium, memory, page);
  const replaced = textPlaces(
    pdfium,
    memory,
    objects.filter(({ actualText }) => actualText !== undefined),
  );
  const hidden = new Set(replaced.map(({ pointer }) => pointer));
  const characters = pageCharacters(pdfium, memory, page);
  const read = new Set(characters.map(({ object }) => object));
  // PDFium does not tell of what has no ink.
  const unread = objects.filter(({ pointer, actualText }) => !actualText && !read.has(pointer));
  const spaces = textPlaces(pdfium, memory, unread).filter(({ box }) => box.right === box.left);
  const order = new Map(objects.map(({ pointer }, index) => [pointer, index]));
  const glyphs = [
    ...ligatures(
      characters.filter(({ object }) => !hidden.has(object)),
      order,
    ),
    ...[
      ...Map.groupBy(
        replaced.filter(({ actualText }) => actualText?.text !== ''),
        ({ actualText }) => actualText?.mark,
      ).values(),
    ].map((together) => glyphOf(together, together[0]?.actualText?.text ?? '', order)),
    ...spaces.map((object) => glyphOf([object], ' ', order)),
  ];
  return {
    glyphs: glyphs.filter(({ text, left, right }) => text !== '' || right - left > 0.01),
    misplaced: areMisplaced([
      ...new Map(replaced.map(({ actualText }) => [actualText?.mark, actualText?.text ?? ''])).values(),
    ]),
  };
}

/** Characters of one origin are one glyph, and so is a mirrored word: numbers too run from right to left in it. */
function ligatures(characters: readonly Character[], order: ReadonlyMap<number, number>): Glyph[] {
  const groups: Character[][] = [];
  for (const character of characters) {
    const group = groups.at(-1);
    if (group?.[0] && sameGlyph(group[0], character)) group.push(character);
    else groups.push([character]);
  }
  const isSpelledOut = areSpelledOut(
    groups.filter(({ length }) => length > 1).map((group) => group.map(({ text }) => text)),
  );
  return groups.map((group) => glyphOfCharacters(group, order, isSpelledOut));
}

function sameGlyph(one: Character, other: Character): boolean {
  if (one.object !== other.object || one.baseline !== other.baseline) return false;
  if (one.mirrored) return true;
  // A space that the pen did not move for is a joiner beside a letter.
  if (signKind(one.text).isSpace || signKind(other.text).isSpace) return false;
  if (one.origin === other.origin) return true;
  // A letter without width of its own stands for a part of the ligature next to it.
  const narrow = one.right - one.left < 0.01 || other.right - other.left < 0.01;
  return (
    narrow &&
    signKind(one.text).isLetter &&
    signKind(other.text).isLetter &&
    Math.abs(one.origin - other.origin) < 0.03 * one.size
  );
}

function glyphOfCharacters(
  group: readonly Character[],
  order: ReadonlyMap<number, number>,
  isSpelledOut = false,
): Glyph {
  const [first] = group as [Character];
  if (group.length === 1) return glyphOfOne(first, order);
  const text = first.mirrored
    ? textOf(group.toSorted((one, other) => other.origin - one.origin))
    : inReadingOrder(
        group.map((character) => character.text),
        isSpelledOut,
      );
  // No ligature spells a whole line; some programs write that into their fonts.
  if (text.length > longestLigature) return glyphOfOne({ ...first, text: '' }, order);
  const mark = signKind(text).isMark;
  return {
    ...glyphOfOne({ ...first, text }, order),
    left: mark ? first.middle : Math.min(...group.map(({ left }) => left)),
    right: mark ? first.middle : Math.max(...group.map(({ right }) => right)),
  };
}

function glyphOfOne(
  { text, left, right, middle, origin, object, index, baseline, size, angle, hyphen }: Character,
  order: ReadonlyMap<number, number>,
): Glyph {
  const mark = signKind(text).isMark;
  return {
    text,
    left: mark ? middle : left,
    right: mark ? middle : right,
    pen: origin,
    order: order.get(object) ?? 0,
    index,
    baseline,
    size,
    angle,
    hyphen,
  };
}

function textOf(characters: readonly Character[]): string {
  return characters.map(({ text }) => text).join('');
}

/** What stands under one replacement text, as wide as its ink. */
function glyphOf(objects: readonly TextPlace[], text: string, order: ReadonlyMap<number, number>): Glyph {
  const width = ({ box }: TextPlace): number => box.right - box.left;
  const main = objects.reduce((widest, object) => (width(object) > width(widest) ? object : widest));
  const angle = angleOf(main.matrix, main.fontSize);
  const box = {
    left: Math.min(...objects.map(({ box: { left } }) => left)),
    right: Math.max(...objects.map(({ box: { right } }) => right)),
    bottom: Math.min(...objects.map(({ box: { bottom } }) => bottom)),
    top: Math.max(...objects.map(({ box: { top } }) => top)),
  };
  const [, , , , x, y] = main.matrix;
  return {
    text,
    ...placeOf(box, x, y, angle),
    order: order.get(main.pointer) ?? 0,
    index: 0,
    pen: placeOf({ left: x, right: x, bottom: y, top: y }, x, y, angle).left,
    size: Math.abs(main.fontSize) * heightOf(main.matrix),
    angle,
    hyphen: text === '\u00AD',
  };
}
