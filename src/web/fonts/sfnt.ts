/**
 * Reads the characters and line metrics (in em) of an uncompressed font (OpenType 1.9); throws if a table is missing. Reads only
 * format 4 of `cmap`, because no letter of the site's fonts is above U+FFFF.
 */
export function readSfnt(font: Uint8Array) {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables = new Map<string, number>();
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const entry = 12 + 16 * index;
    const tag = String.fromCharCode(...font.subarray(entry, entry + 4));
    tables.set(tag, view.getUint32(entry + 8));
  }
  const findTable = (tag: string): number => {
    const offset = tables.get(tag);
    if (offset === undefined) throw new Error(`The font has no "${tag}" table.`);
    return offset;
  };
  const unitsPerEm = view.getUint16(findTable('head') + 18);
  return {
    characters: readCharacters(view, findTable('cmap')),
    ascent: view.getInt16(findTable('hhea') + 4) / unitsPerEm,
    descent: -view.getInt16(findTable('hhea') + 6) / unitsPerEm,
  };
}

function readCharacters(view: DataView, cmap: number): Set<number> {
  const characters = new Set<number>();
  for (let index = 0; index < view.getUint16(cmap + 2); index += 1) {
    const subtable = cmap + view.getUint32(cmap + 8 + 8 * index);
    if (view.getUint16(subtable) === 4) addSegments(view, subtable, characters);
  }
  return characters;
}

function addSegments(view: DataView, subtable: number, characters: Set<number>): void {
  const segmentBytes = view.getUint16(subtable + 6);
  for (let offset = 0; offset < segmentBytes; offset += 2) {
    const last = view.getUint16(subtable + 14 + offset);
    const first = view.getUint16(subtable + 16 + segmentBytes + offset);
    const delta = view.getUint16(subtable + 16 + 2 * segmentBytes + offset);
    const rangeOffset = subtable + 16 + 3 * segmentBytes + offset;
    const range = view.getUint16(rangeOffset);
    // 0xFFFF ends the list and is not a character.
    for (let code = first; code <= last && code !== 0xffff; code += 1) {
      const glyph = range === 0 ? code + delta : view.getUint16(rangeOffset + range + 2 * (code - first));
      if (glyph % 0x10000 !== 0) characters.add(code);
    }
  }
}
