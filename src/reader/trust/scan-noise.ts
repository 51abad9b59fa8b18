const LETTERS = String.raw`(?:\p{Lu}?[\p{Ll}\p{M}]+(?:\p{Lu}\p{Ll}{2,})?|\p{Lu}+|[\p{Lo}\p{M}]+)`;
const NUMBER = String.raw`[\p{N}][\p{N}.,:/%-]*`;
// Arabic quotation marks and brackets can be mirrored. A line-end hyphen or the number of a note can follow.
const wordPattern = new RegExp(
  String.raw`^[("'“‘«»)\[\]]*(?:${LETTERS}(?:[-–‐/'’‘]+(?:${LETTERS}|\p{N}+))*|(?:\p{L}\.)+\p{L}?|${NUMBER})['’()[\]"”«»,.;:!?…،؛؟]*(?:[-\u00AD‐]|\p{N}{1,3})?$`,
  'u',
);
const symbol = /^[^\p{L}\p{N}]$/u;
const withoutVowel = /^[b-df-hj-np-tv-xz]{3,}$/;

/** Whether OCR text contains no word, but only misread drawings, stains or other scripts. */
export function isScanNoise(text: string): boolean {
  return text
    .replace(/\p{Cf}/gu, '')
    .trim()
    .split(/\s+/)
    .every(isNoise);
}

function isNoise(text: string): boolean {
  return !symbol.test(text) && (!wordPattern.test(text) || withoutVowel.test(text));
}
