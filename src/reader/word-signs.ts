import { fold } from '#contract/collation/fold.ts';
import { arabicCosts, latinCosts } from './letter-costs.ts';
import { unknownSign } from './line-text.ts';
import { remembered } from './remembered.ts';
import { type Surprise, surpriseOf } from './surprise.ts';

/** What is counted of words. */
export interface WordSigns {
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
}

const counted = {
  letters: /\p{L}/gu,
  // What stands in place of a letter that a font does not tell.
  unknown: new RegExp(`[${unknownSign}\\p{Co}\\p{Cn}]|(?!\\s)\\p{Cc}`, 'gu'),
  latinLetters: /\p{Script=Latin}/gu,
  accented: /[\u00C0-\u024F]/g,
};

const inside = {
  signs:
    /\p{Script=Arabic}\p{M}*[^\p{L}\p{M}\p{N}\p{Cf}\s/،؛,.:\-–—()[\]«»"'…؟!*=+&\u0640][^\s]*\p{Script=Arabic}/u,
  otherLetters: /\p{Script=Arabic}\p{M}*[a-zA-Z]|[a-zA-Z]\p{Script=Arabic}/u,
  digits: /\p{Script=Arabic}\p{M}*[0-9]+\p{Script=Arabic}/u,
  latinSigns: /[a-zA-Z][^\p{L}\p{M}\p{N}\p{Cf}\s/,.:;\-–—()[\]«»"'’‘“”…?!*=+&@_#%~|<>{}\\][a-zA-Z]/u,
};

const loneLetter = /^(?!و)(?=\p{L})\p{Script=Arabic}\p{M}*$/u;

/** What is counted of a stretch without a space. Most words of a page are on others too. */
export const wordSigns = remembered((word: string): Readonly<WordSigns> => {
  const [letters, unknown] = [count(word, counted.letters), count(word, counted.unknown)];
  const isUnknown = unknown > 0 && [...word].length > 1;
  const isWord = letters > 0 || isUnknown;
  const folded = fold(word);
  const arabic = folded.match(/\p{Script=Arabic}+/gu) ?? [];
  return {
    words: Number(isWord),
    broken: Number(isWord && (isUnknown || isBroken(word))),
    lone: Number(loneLetter.test(word)),
    letters,
    unknown,
    arabicWords: arabic.length,
    arabicLetters: arabic.join('').length,
    latinLetters: count(word, counted.latinLetters),
    accented: count(word, counted.accented),
    // A chart of letters shows the forms of each side by side.
    arabic: surpriseOf(
      arabic.filter((run) => !/^(.)\1*$/u.test(run)),
      arabicCosts,
    ),
    latin: surpriseOf(folded.match(/[a-z]+/g) ?? [], latinCosts),
  };
});

function count(word: string, pattern: RegExp): number {
  return word.match(pattern)?.length ?? 0;
}

/** Letters of one script are whole without a closer look. */
const plain = /^(?:[\u0621-\u0652]+|[a-zA-Z]+)$/;

function isBroken(word: string): boolean {
  return !plain.test(word) && Object.values(inside).some((sign) => sign.test(word));
}
