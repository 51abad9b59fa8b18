import { listNeedles } from './condition.ts';
import { latinSkeleton } from './latin-spelling.ts';
import { joinedWords, modernWords, plainText, searchKey, separators } from './search-key.ts';
import { compileQuery } from './title-query.ts';
import { foldText, originalWords, type TextRange } from './words.ts';

/** Word index of a unit of the key that belongs to no word. */
const NO_WORD = -1;

/** Maps each UTF-16 unit of the text's search key to the index of its word. */
function mapUnitsToWords(text: string, key: string, words: ReturnType<typeof originalWords>): number[] {
  const plainIndexes: number[] = [];
  let current = 0;
  let offset = 0;
  for (const character of text) {
    while ((words[current]?.end ?? Number.POSITIVE_INFINITY) <= offset) current++;
    const wordIndex = (words[current]?.start ?? Number.POSITIVE_INFINITY) <= offset ? current : NO_WORD;
    for (let unit = 0; unit < plainText(character).length; unit++) plainIndexes.push(wordIndex);
    offset += character.length;
  }
  const repeatIndex = (piece: string, wordIndex: number) =>
    Array.from({ length: piece.length }, () => wordIndex);
  const toIndexes = (folded: readonly (readonly string[])[], toSectionText: (piece: string) => string) =>
    folded.flatMap((pieces, wordIndex) =>
      pieces.flatMap((piece) => repeatIndex(toSectionText(piece), wordIndex)),
    );
  const folded = words.map((word) => word.folded);
  const foldedIndexes = toIndexes(folded, (piece) => piece);
  let start = 0;
  const joinedIndexes = joinedWords(foldText(text)).flatMap((joined) => {
    const indexes = foldedIndexes.slice(start, start + joined.separateLength);
    start += joined.separateLength;
    return Array.from(joined.text.split(''), (_, unit) => indexes[unit] ?? indexes.at(-1) ?? NO_WORD);
  });
  const skeletonIndexes = toIndexes(folded, (piece) => latinSkeleton(piece) ?? '');
  const modernIndexes = toIndexes(modernWords(text)?.map((word) => word.folded) ?? [], (piece) => piece);

  // Word indexes of the units of each section of a key. The first section is empty, the last optional.
  const sections = [[], plainIndexes, foldedIndexes, joinedIndexes, skeletonIndexes, modernIndexes];
  const separatorCharacters: readonly string[] = Object.values(separators);
  return key.split(separators.section).flatMap((section, at) => {
    let unit = 0;
    const wordIndexes = section
      .split('')
      .map((character) => (separatorCharacters.includes(character) ? NO_WORD : sections[at]?.[unit++]));
    return [...wordIndexes.map((wordIndex) => wordIndex ?? NO_WORD), NO_WORD];
  });
}

/**
 * Finds the words of `text` that match any part of the query, in order, as offsets in `text`. Ranges are whole words, because markup inside
 * an Arabic word would disconnect its letters.
 */
export function highlight(query: string, text: string): TextRange[] {
  const words = originalWords(text);
  const key = searchKey(text);
  const wordIndexes = mapUnitsToWords(text, key, words);
  const matchedWords = new Set<number>();
  for (const needle of listNeedles(compileQuery(query))) {
    for (let at = key.indexOf(needle); at >= 0; at = key.indexOf(needle, at + 1)) {
      for (const wordIndex of wordIndexes.slice(at, at + needle.length)) matchedWords.add(wordIndex);
    }
  }
  return words.filter((_, index) => matchedWords.has(index)).map(({ start, end }) => ({ start, end }));
}
