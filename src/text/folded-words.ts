import { fold } from './fold.ts';

/** Four digits of each value, in the order of `digitCode`. Private use: no folded text holds one of its own. */
const firstCode = 0xe000;

/** A digit by its value and where in its number it stands: alone, last, first, or between others. */
function digitCode(digit: string, at: number, length: number): string {
  const place = (at === 0 ? 0 : 1) + (at === length - 1 ? 0 : 2);
  return String.fromCharCode(firstCode + 10 * place + Number(digit));
}

/** Written so that a number is found as a whole only: no part of 14 is written as 4 is, and none as it is typed. */
function writtenWhole(number: string): string {
  return Array.from(number, (digit, at) => digitCode(digit, at, number.length)).join('');
}

/** A text as it is searched in any spelling: folded, each number written as a whole, no hyphen between numbers. */
export function foldedText(text: string): string {
  return fold(text)
    .replace(/([0-9])-(?=[0-9])/g, '$1 ')
    .replace(/[0-9]+/g, writtenWhole);
}

/** The words of a text as `foldedText` writes them, hyphens taken as spaces. */
export function foldedWords(text: string): string[] {
  return wordsOf(foldedText(text));
}

/** The words of a folded text, hyphens taken as spaces. */
export function wordsOf(folded: string): string[] {
  return folded.split(/[ -]/).filter((word) => word !== '');
}

/** Whether a folded word holds a number. */
export function holdsNumber(word: string): boolean {
  return /[\uE000-\uE027]/.test(word);
}
