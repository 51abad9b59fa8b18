import type { Piece } from '../lines/reading-direction.ts';
import { arabicCosts, isBackward, isSurprising, latinCosts, MIN_PAIRS, surpriseOf } from './bigrams.ts';
import { arabicWordsOf, isBroken, latinWords } from './counts.ts';
import { hasFrequentWords, lacksFrequentLetters, lacksFrequentWords } from './frequent-words.ts';
import { areUnspaced, MAX_SURPRISE } from './page-label.ts';
import { isScanNoise } from './scan-noise.ts';

/** Lines without untrusted words, and the number of dropped characters. */
export interface TrustedLines {
  lines: Piece[][];
  omitted: number;
  /** Number of dropped characters that are noise of a scan. */
  noise: number;
}

type Script = 'R' | 'L';

interface Word {
  /** Index of the word's first piece in the line, and the index after its last piece. */
  start: number;
  end: number;
  text: string;
  script: Script | undefined;
  font: number;
  isBroken: boolean;
  /** Whether the word is noise of a scan. */
  isNoise: boolean;
}

/** Maximum share of broken words in a trusted font, which are dropped individually. */
const MAX_BROKEN = 0.05;
/** Maximum shares of Arabic words with a tripled letter, and with letters without dots. */
const MAX_TRIPLE = 0.02;
const MAX_DOTLESS = 0.04;
/** Minimum number of words with a tripled letter or without dots; fewer may be mistakes or names. */
const MIN_SUSPECTS = 3;
/** Maximum share of dropped characters in a line; with more, the whole line is dropped. */
const MAX_DROPPED = 0.5;

/** Maximum share, and minimum number, of Latin words that repeat one letter. */
const MAX_REPETITIONS = 0.5;
const MIN_REPETITIONS = 10;

const oneLetter = /^\P{L}*(\p{L})\1+\P{L}*$/u;
const triple = /(?=\p{L})(\p{Script=Arabic})\p{M}*\1\p{M}*\1/u;
const dotless = /[\u066E\u06A1\u066F]|\u06BA\p{M}*\p{L}/u;
const placeholder = /[\uFFFD\p{Co}\p{Cn}]|(?!\s)\p{Cc}/u;

/**
 * Drops untrusted words. Judges words by font and script, so that one wrong font does not affect the whole page. Drops lines that
 * would lose most of their letters.
 */
export function trustedLines(lines: readonly Piece[][]): TrustedLines {
  const words = lines.map(wordsOf);
  const allWords = words.flat();
  const fonts = Map.groupBy(allWords, ({ font, script }) => `${font} ${script}`);
  const wordsOfUntrustedFonts = new Set([...fonts.values()].filter(isUntrusted).flat());
  let omitted = 0;
  const noise = countLetters(allWords.filter(({ isNoise }) => isNoise));
  const trustedPieces = lines.flatMap((line, index): Piece[][] => {
    const lineWords = words[index] ?? [];
    const untrustedWords = lineWords.filter(
      (word) => word.isBroken || word.isNoise || wordsOfUntrustedFonts.has(word),
    );
    if (untrustedWords.length === 0) return [line];
    const droppedLetters = countLetters(untrustedWords);
    const isDropped = droppedLetters > MAX_DROPPED * countLetters(lineWords);
    omitted += isDropped ? countLetters(lineWords) : droppedLetters;
    if (isDropped) return [];
    const removedPieces = new Set(untrustedWords.flatMap(({ start, end }) => line.slice(start, end)));
    return [line.filter((piece) => !removedPieces.has(piece))];
  });
  return { lines: trustedPieces, omitted, noise };
}

function wordsOf(line: readonly Piece[]): Word[] {
  const words: Word[] = [];
  let start = 0;
  for (let end = 0; end <= line.length; end++) {
    const piece = line[end];
    if (piece && piece.kind !== ' ') continue;
    const pieces = line.slice(start, end);
    let text = '';
    for (const piece of pieces) text += piece.text;
    const hasUnknown = pieces.length > 1 && placeholder.test(text);
    const letter = pieces.find(({ kind }) => kind === 'R' || kind === 'L');
    if (letter || hasUnknown) {
      const glyph = (letter ?? pieces[0])?.glyph;
      words.push({
        start,
        end,
        text,
        script: letter?.kind as Script | undefined,
        font: glyph?.font ?? 0,
        isBroken: hasUnknown || isBroken(text),
        isNoise: glyph?.isOcrText === true && isScanNoise(text),
      });
    }
    start = end + 1;
  }
  return words;
}

function countLetters(words: readonly Word[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}

/** Whether the words of one font and script probably differ from the drawn text. */
function isUntrusted(words: readonly Word[]): boolean {
  const countWords = (matches: (word: Word) => boolean) => words.filter(matches).length;
  const brokenWords = countWords((word) => word.isBroken);
  if (brokenWords > 1 && brokenWords > MAX_BROKEN * words.length) return true;
  const text = words.flatMap((word) => (word.isBroken ? [] : word.text)).join(' ');
  if (words[0]?.script === 'R') {
    const isFrequent = (fault: RegExp, maxShare: number) => {
      const count = countWords((word) => fault.test(word.text));
      return count >= MIN_SUSPECTS && count > maxShare * words.length;
    };
    if (isFrequent(triple, MAX_TRIPLE) || isFrequent(dotless, MAX_DOTLESS)) return true;
    if (lacksFrequentWords(words.map((word) => word.text))) return true;
    const arabic = arabicWordsOf(text);
    const surprise = surpriseOf(arabic, arabicCosts);
    if (lacksFrequentLetters(arabic)) return true;
    if (areUnspaced(arabic)) return isSurprising(surprise, MAX_SURPRISE.unspaced) || isBackward(surprise);
    const minPairs = hasFrequentWords(arabic) ? MIN_PAIRS.usual : MIN_PAIRS.rareWords;
    return isSurprising(surprise, MAX_SURPRISE.arabic, minPairs) || isBackward(surprise, minPairs);
  }
  // OCR without support for the script repeats one letter.
  const repetitions = countWords((word) => oneLetter.test(word.text));
  if (repetitions >= MIN_REPETITIONS && repetitions > MAX_REPETITIONS * words.length) return true;
  const surprise = surpriseOf(latinWords(text), latinCosts);
  return isSurprising(surprise, MAX_SURPRISE.latin) || isBackward(surprise);
}
