import { listNeedles } from './condition.ts';
import { latinSkeleton } from './latin-spelling.ts';
import { modernWords, plainText, searchKey, separators } from './search-key.ts';
import { compileQuery } from './title-query.ts';
import { originalWords, type TextRange } from './words.ts';

/** Owner of a unit of the key that belongs to no word. */
const NO_WORD = -1;

/** Maps each unit of the text's search key to the index of its word. */
function keyOwners(text: string, key: string, words: ReturnType<typeof originalWords>): number[] {
  const plainOwners: number[] = [];
  let current = 0;
  let offset = 0;
  for (const character of text) {
    while ((words[current]?.end ?? Number.POSITIVE_INFINITY) <= offset) current++;
    const owner = (words[current]?.start ?? Number.POSITIVE_INFINITY) <= offset ? current : NO_WORD;
    for (let unit = 0; unit < plainText(character).length; unit++) plainOwners.push(owner);
    offset += character.length;
  }
  const spread = (piece: string, owner: number) => Array.from({ length: piece.length }, () => owner);
  const ownersOf = (folded: readonly (readonly string[])[], written: (piece: string) => string) =>
    folded.flatMap((pieces, owner) => pieces.flatMap((piece) => spread(written(piece), owner)));
  const folded = words.map((word) => word.folded);
  const wordOwners = ownersOf(folded, (piece) => piece);
  const skeletonOwners = ownersOf(folded, (piece) => latinSkeleton(piece) ?? '');
  const modernOwners = ownersOf(modernWords(text)?.map((word) => word.folded) ?? [], (piece) => piece);

  // Owners of the units of each section of a key; the first section is empty, the last optional.
  const sections = [[], plainOwners, wordOwners, wordOwners, skeletonOwners, modernOwners];
  const separatorCharacters: readonly string[] = Object.values(separators);
  return key.split(separators.section).flatMap((section, at) => {
    let unit = 0;
    const owners = section
      .split('')
      .map((character) => (separatorCharacters.includes(character) ? NO_WORD : sections[at]?.[unit++]));
    return [...owners.map((owner) => owner ?? NO_WORD), NO_WORD];
  });
}

/**
 * Finds the words of `text` that match the query, in order, as offsets of the original text. Ranges are whole words, because markup inside
 * an Arabic word would disconnect its letters.
 */
export function highlight(query: string, text: string): TextRange[] {
  const words = originalWords(text);
  const key = searchKey(text);
  const owners = keyOwners(text, key, words);
  const matched = new Set<number>();
  for (const needle of listNeedles(compileQuery(query))) {
    for (let at = key.indexOf(needle); at >= 0; at = key.indexOf(needle, at + 1)) {
      for (const owner of owners.slice(at, at + needle.length)) matched.add(owner);
    }
  }
  return words.filter((_, index) => matched.has(index)).map(({ start, end }) => ({ start, end }));
}
