/**
 * Repairs ligatures whose bytes Ghostscript 10.0 misplaced. In Latin ligatures, the bytes of a letter are swapped (昀椀 is "fi"),
 * and the last two of three letters are summed. In Arabic ligatures, the second byte of another letter replaces the first byte.
 */
export function repairGhostscriptBytes(characters: readonly string[]): readonly string[] {
  if (characters.length < 2) return characters;
  const codes = characters.map((character) => character.charCodeAt(0));
  const latin = codes.map(repairLatin);
  if (latin.every((letters) => letters !== undefined)) return latin;
  const arabic = codes.filter((code) => code >> 8 === 6);
  return characters.map((character, index) => {
    const code = codes[index] ?? 0;
    const isArabic = code >= 0x2000 && arabic.some((other) => (other & 0xff) === code >> 8);
    return isArabic ? String.fromCharCode(0x600 | (code & 0xff)) : character;
  });
}

const isLatin = (code: number) => /[a-z]/i.test(String.fromCharCode(code));

/** Returns the letter in the first byte, or both letters after the first "f" of "ffi" and "ffl" from their sum; else undefined. */
function repairLatin(code: number): string | undefined {
  const byte = code >> 8;
  if ((code & 0xff) !== 0 || byte === 0) return undefined;
  if (isLatin(byte)) return String.fromCharCode(byte);
  const f = 0x66;
  return byte > f && isLatin(byte - f) ? `f${String.fromCharCode(byte - f)}` : undefined;
}
