import { apostrophes } from './apostrophes.ts';

/** A part of a text, in UTF-16 offsets; `end` is the offset after the last unit. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const inWord = new RegExp(`[\\p{L}\\p{N}\\p{M}\\p{Cf}${apostrophes}\uFD40-\uFD4F\uFDCF\uFDFD-\uFDFF]`, 'u');

/** Whether `fold` takes the character into a word: also signs such as ™, which NFKD spells with letters. */
function belongsToWord(character: string): boolean {
  return inWord.test(character) || /[\p{L}\p{N}]/u.test(character.normalize('NFKD'));
}

/** Where the words of a text stand in it, in order. */
export function wordRanges(text: string): TextRange[] {
  const words: TextRange[] = [];
  let start = 0;
  let end = 0;
  const close = () => {
    if (end > start) words.push({ start, end });
  };
  for (const character of text) {
    if (belongsToWord(character)) {
      end += character.length;
    } else {
      close();
      start = end += character.length;
    }
  }
  close();
  return words;
}
