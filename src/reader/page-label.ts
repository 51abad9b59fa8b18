import { fold } from '#contract/collation/fold.ts';
import { arabicCosts, latinCosts } from './letter-costs.ts';
import { unknownSign } from './line-text.ts';
import { isBackward, isSurprising, type Surprise, surpriseOf } from './surprise.ts';

/**
 * How far the text of a page can be trusted: its words; its letters, whatever parts them; or nothing, so that the lesson is known
 * by its title.
 */
export type PageLabel = 'words' | 'letters' | 'title';

/** What is counted of a page's text, so that pages can be judged alone and together. */
export interface TextSigns {
  /** Stretches without a space that hold letters, or something in place of letters. */
  words: number;
  /** Of them, those with something else in place of a letter, and those of one Arabic letter. */
  broken: number;
  lone: number;
  /** Letters, and what stands in place of letters. */
  letters: number;
  unknown: number;
  /** Words of Arabic script, and their letters. */
  arabicWords: number;
  arabicLetters: number;
  /** Letters of Latin script, and of them those with accents. */
  latinLetters: number;
  accented: number;
  arabic: Surprise;
  latin: Surprise;
  /** What the file says of its words stands over other words than those it means. */
  misplaced: boolean;
}

/** More broken words than this are no text. */
const mostBroken = 0.05;
/** For each letter. Bullets may be unknown too. */
const mostUnknown = 0.1;
/** Bits a pair of letters: people write below 4, letters that stand for others give 5 and more; without spaces it is a little more. */
const mostSurprise = { arabic: 4.6, unspaced: 5, latin: 5 };
const mostLone = 0.15;
/** Of letters in a row; where they are all of a text the same ones come again. */
const leastDifferent = 0.75;
/** Of the Latin letters; no language writes an accent on every other one. */
const mostAccented = 0.6;
/** Letters of a word, on average. */
const longest = 9;
/** Below this many words a page is judged with the others of its lesson. */
const enoughWords = 30;

const unknown = new RegExp(`[${unknownSign}\\p{Co}\\p{Cn}]|(?!\\s)\\p{Cc}`, 'u');
const unknownSigns = new RegExp(unknown.source, 'gu');
const inside = {
  signs:
    /\p{Script=Arabic}\p{M}*[^\p{L}\p{M}\p{N}\p{Cf}\s/،؛,.:\-–—()[\]«»"'…؟!*=+&\u0640][^\s]*\p{Script=Arabic}/u,
  otherLetters: /\p{Script=Arabic}\p{M}*[a-zA-Z]|[a-zA-Z]\p{Script=Arabic}/u,
  digits: /\p{Script=Arabic}\p{M}*[0-9]+\p{Script=Arabic}/u,
  latinSigns: /[a-zA-Z][^\p{L}\p{M}\p{N}\p{Cf}\s/,.:;\-–—()[\]«»"'’‘“”…?!*=+&@_#%~|<>{}\\][a-zA-Z]/u,
};

/** The signs by which `labelOf` judges. */
export function textSigns(text: string, misplaced: boolean): TextSigns {
  const words = text.split(/\s+/);
  const tokens = words.filter((token) => /\p{L}/u.test(token) || isUnknownWord(token));
  const folded = fold(text);
  const arabic = folded.match(/\p{Script=Arabic}+/gu) ?? [];
  return {
    words: tokens.length,
    broken: tokens.filter(isBroken).length,
    letters: text.match(/\p{L}/gu)?.length ?? 0,
    unknown: text.match(unknownSigns)?.length ?? 0,
    lone: loneLetters(words),
    arabicWords: arabic.length,
    arabicLetters: arabic.join('').length,
    latinLetters: text.match(/\p{Script=Latin}/gu)?.length ?? 0,
    accented: text.match(/[\u00C0-\u024F]/g)?.length ?? 0,
    // A chart of letters shows the forms of each side by side.
    arabic: surpriseOf(
      arabic.filter((word) => !/^(.)\1*$/u.test(word)),
      arabicCosts,
    ),
    latin: surpriseOf(folded.match(/[a-z]+/g) ?? [], latinCosts),
    misplaced,
  };
}

const loneLetter = /^(?!و)(?=\p{L})\p{Script=Arabic}\p{M}*$/u;
const longerWord = /\p{Script=Arabic}\p{M}*\p{Script=Arabic}/u;

/**
 * How many words are one Arabic letter, as they are where words were cut, and not where letters are named: three and more that all
 * differ, or, where no Arabic word stands beside them, that mostly differ.
 */
function loneLetters(words: readonly string[]): number {
  let [count, start] = [0, 0];
  for (const [end, word] of [...words, ''].entries()) {
    if (loneLetter.test(word)) continue;
    const row = words.slice(start, end);
    const differ = new Set(row).size / row.length;
    const isBesideWord = [words[start - 1] ?? '', word].some((beside) => longerWord.test(beside));
    const areNamed = isBesideWord ? differ === 1 && row.length > 2 : differ > leastDifferent;
    if (!areNamed) count += row.length;
    start = end + 1;
  }
  return count;
}

function isUnknownWord(token: string): boolean {
  return unknown.test(token) && [...token].length > 1;
}

/** Letters of one script are whole without a closer look. */
const plain = /^(?:[\u0621-\u0652]+|[a-zA-Z]+)$/;

function isBroken(token: string): boolean {
  if (plain.test(token)) return false;
  return isUnknownWord(token) || Object.values(inside).some((sign) => sign.test(token));
}

/** Judges a page, or several together. */
export function labelOf(signs: TextSigns): PageLabel {
  if (signs.words === 0 || signs.broken > Math.max(1, mostBroken * signs.words)) return 'title';
  if (signs.unknown > Math.max(5, mostUnknown * signs.letters)) return 'title';
  const unspaced = signs.arabicLetters > longest * signs.arabicWords;
  if (isSurprising(signs.arabic, unspaced ? mostSurprise.unspaced : mostSurprise.arabic)) return 'title';
  if (isSurprising(signs.latin, mostSurprise.latin)) return 'title';
  if (isBackward(signs.arabic) || isBackward(signs.latin)) return 'title';
  // Letters of another script, read as Latin ones.
  if (signs.accented > Math.max(3, mostAccented * signs.latinLetters)) return 'title';
  const cut = signs.arabicWords >= 12 && signs.lone > mostLone * signs.arabicWords;
  return unspaced || cut || signs.misplaced ? 'letters' : 'words';
}

/** The label of each page of a lesson: a page with little on it is worth what the lesson is worth. */
export function pageLabels(pages: readonly TextSigns[]): PageLabel[] {
  const lesson = labelOf(pages.reduce(together, emptySigns));
  return pages.map((signs) => {
    const own = labelOf(signs);
    return signs.words >= enoughWords || own === 'title' ? own : worst(own, lesson);
  });
}

/** The signs of a page without text. */
export const emptySigns: TextSigns = textSigns('', false);

function together(one: TextSigns, other: TextSigns): TextSigns {
  const sum = (key: Exclude<keyof TextSigns, 'arabic' | 'latin' | 'misplaced'>) => one[key] + other[key];
  const both = (key: 'arabic' | 'latin') => ({
    bits: one[key].bits + other[key].bits,
    backward: one[key].backward + other[key].backward,
    pairs: one[key].pairs + other[key].pairs,
  });
  return {
    words: sum('words'),
    broken: sum('broken'),
    letters: sum('letters'),
    unknown: sum('unknown'),
    lone: sum('lone'),
    arabicWords: sum('arabicWords'),
    arabicLetters: sum('arabicLetters'),
    latinLetters: sum('latinLetters'),
    accented: sum('accented'),
    arabic: both('arabic'),
    latin: both('latin'),
    // A mistake of a page, not of a lesson.
    misplaced: false,
  };
}

function worst(one: PageLabel, other: PageLabel): PageLabel {
  const order: PageLabel[] = ['words', 'letters', 'title'];
  return order.indexOf(one) > order.indexOf(other) ? one : other;
}
