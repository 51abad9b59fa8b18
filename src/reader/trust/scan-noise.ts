const LETTERS = String.raw`(?:\p{Lu}?[\p{Ll}\p{M}]+(?:\p{Lu}\p{Ll}{2,})?|\p{Lu}+|[\p{Lo}\p{M}]+)`;
const NUMBER = String.raw`[\p{N}][\p{N}.,:/%-]*`;
// Quotation marks and brackets of Arabic may come mirrored; a hyphen at the end of a line or the number of a note may follow.
const word = new RegExp(
  String.raw`^[("'“‘«»)\[\]]*(?:${LETTERS}(?:[-–‐/'’‘]+(?:${LETTERS}|\p{N}+))*|(?:\p{L}\.)+\p{L}?|${NUMBER})['’()[\]"”«»,.;:!?…،؛؟]*(?:[-\u00AD‐]|\p{N}{1,3})?$`,
  'u',
);
const sign = /^[^\p{L}\p{N}]$/u;
const withoutVowel = /^[b-df-hj-np-tv-xz]{3,}$/;

/** Whether text that a program read from a picture holds no word, but what it made of a drawing, a stain or another script. */
export function isScanNoise(text: string): boolean {
  return text
    .replace(/\p{Cf}/gu, '')
    .trim()
    .split(/\s+/)
    .every(isNoise);
}

function isNoise(text: string): boolean {
  return !sign.test(text) && (!word.test(text) || withoutVowel.test(text));
}
