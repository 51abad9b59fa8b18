import { FOLD_VERSION, findNumbers, fold } from './fold.ts';
import { modernSpelling, voiceWaws } from './quran-spelling.ts';
import { splitWords } from './words.ts';

/** Increment the number after the period when `pageWords` returns something else for the same folded text. */
export const pageWordsVersion = `${FOLD_VERSION}.4`;

/** Hyphens. U+2010 is the hyphen at the end of a line, which may or may not belong to the word. */
const hyphens = /[-\u2010\u2011]/;
const lineEndHyphen = /(\p{Script=Latin}\p{M}*)\u2010(?=\p{Script=Latin})/gu;
const HALF_SPACE = '\u200C';

/**
 * Returns the overlapping trigrams of a folded text without spaces, so that words are found even if their spaces are wrong. Empty for fewer
 * than three letters.
 */
export function trigrams(text: string): string[] {
  const letters = [...text];
  return letters.slice(2).map((letter, index) => `${letters[index]}${letters[index + 1]}${letter}`);
}

/**
 * Builds the words that page searches match, folded and between spaces, so that whole words are found. Adds the text in modern spelling if
 * it has the Qur'an's, and words joined or split differently. Pages labeled `letters` become trigrams instead.
 */
export function pageWords(text: string, label: 'words' | 'letters'): string {
  if (label === 'letters') return ` ${trigrams(splitWords(fold(text)).join('')).join(' ')} `;
  const unbrokenText = text.replace(lineEndHyphen, '$1');
  const modernText = modernSpelling(unbrokenText);
  const spellings = modernText === undefined ? [unbrokenText] : [voiceWaws(unbrokenText), modernText];
  return [...spellings.map(padWords), ...otherJoinings(text)].join('').replace(/ {2,}/g, ' ');
}

/** Lists the folded forms of a word of a page, each between spaces; the first is the spelling of the page. */
export function wordSpellings(word: string): string[] {
  const modernText = modernSpelling(word);
  const spellings = modernText === undefined ? [word] : [voiceWaws(word), modernText];
  return [...new Set([...spellings, ...separatedForms(word)].map(padWords))];
}

function padWords(text: string): string {
  return ` ${splitWords(fold(text)).join(' ')} `;
}

/** Replaces zero-width non-joiners, and commas in a number that may be a list, by spaces; empty if there are none. */
function separatedForms(word: string): string[] {
  const isNumber = findNumbers(word).length > 0;
  const separatedWord = word.replaceAll(HALF_SPACE, ' ').replace(isNumber ? /[,\u060C]/g : /$^/, ' ');
  return separatedWord === word ? [] : [separatedWord];
}

const joints = /[-\u2010\u2011\u200C]|[0-9٠-٩۰-۹][,\u060C][0-9٠-٩۰-۹]/;

/** Lists Latin words with a hyphen, joined there. Lists words with a zero-width non-joiner or a comma in a number, split there. */
function otherJoinings(text: string): Set<string> {
  const others = new Set<string>();
  if (!joints.test(text)) return others;
  for (const token of text.split(/\s+/)) {
    if (!joints.test(token)) continue;
    for (const parts of separatedForms(token)) others.add(padWords(parts));
    if (!hyphens.test(token)) continue;
    // Half of a word that was broken at the end of a line is not a word: congre‐gation has no "gation".
    for (const compound of fold(token.replace(lineEndHyphen, '$1')).split(' '))
      if (/^[a-z]+(?:-[a-z]+)+$/.test(compound)) others.add(` ${compound.replaceAll('-', '')} `);
  }
  return others;
}
