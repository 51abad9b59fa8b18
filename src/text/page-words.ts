import { FOLD_VERSION, fold, separatedNumbers } from './fold.ts';
import { modernSpelling, voiceWaws } from './quran-spelling.ts';
import { splitWords } from './words.ts';

/** Changes whenever `pageWords` returns something else. */
export const pageWordsVersion = `${FOLD_VERSION}.4`;

/** The hyphen of a word that was broken at the end of a line, U+2010: it may be the word's own or not. */
const hyphens = /[-\u2010\u2011]/;
const lineEndHyphen = /(\p{Script=Latin}\p{M}*)\u2010(?=\p{Script=Latin})/gu;
const HALF_SPACE = '\u200C';

/** Splits the letters of a folded text into trigrams, so that words are found whatever separates them. */
export function trigrams(text: string): string[] {
  const letters = [...text];
  return letters.slice(2).map((letter, index) => `${letters[index]}${letters[index + 1]}${letter}`);
}

/**
 * Makes the text that a search of pages looks into: folded words with a space at both ends, so that a word with its spaces is found as a
 * whole. A page in the Qur'an's spelling has all of them again in that of today; words that can be written in one or in two are
 * added at the end in the other way. A page of which only the letters can be trusted has its letters three by three.
 */
export function pageWords(text: string, label: 'words' | 'letters'): string {
  if (label === 'letters') return ` ${trigrams(splitWords(fold(text)).join('')).join(' ')} `;
  const joined = text.replace(lineEndHyphen, '$1');
  const modern = modernSpelling(joined);
  const written = modern === undefined ? [joined] : [voiceWaws(joined), modern];
  return [...written.map(spaced), ...otherJoinings(text)].join('').replace(/ {2,}/g, ' ');
}

/** Lists the folded forms of one word of a text, each with a space at both ends; the first is as it is written. */
export function wordSpellings(word: string): string[] {
  const modern = modernSpelling(word);
  const written = modern === undefined ? [word] : [voiceWaws(word), modern];
  return [...new Set([...written, ...parted(word)].map(spaced))];
}

function spaced(text: string): string {
  return ` ${splitWords(fold(text)).join(' ')} `;
}

/** Puts spaces for half-spaces, and for the commas of a number, which may be a list after all; empty if there are none. */
function parted(word: string): string[] {
  const isNumber = separatedNumbers(word).length > 0;
  const apart = word.replaceAll(HALF_SPACE, ' ').replace(isNumber ? /[,\u060C]/g : /$^/, ' ');
  return apart === word ? [] : [apart];
}

const joints = /[-\u2010\u2011\u200C]|[0-9٠-٩۰-۹][,\u060C][0-9٠-٩۰-۹]/;

/** Writes the words of a text with a hyphen, a half-space or a comma between digits the other way: in one, or in two. */
function otherJoinings(text: string): Set<string> {
  const others = new Set<string>();
  if (!joints.test(text)) return others;
  for (const token of text.split(/\s+/)) {
    if (!joints.test(token)) continue;
    for (const apart of parted(token)) others.add(spaced(apart));
    if (!hyphens.test(token)) continue;
    // A part of a word that was broken at the end of a line is not a word: congre‐gation has no "gation".
    for (const compound of fold(token.replace(lineEndHyphen, '$1')).split(' '))
      if (/^[a-z]+(?:-[a-z]+)+$/.test(compound)) others.add(` ${compound.replaceAll('-', '')} `);
  }
  return others;
}
