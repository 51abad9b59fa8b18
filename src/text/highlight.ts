import { listNeedles } from './condition.ts';
import { latinSkeleton } from './latin-spelling.ts';
import { modernWords, plainText, searchKey, separators } from './search-key.ts';
import { compileQuery } from './title-query.ts';
import { originalWords, type TextRange } from './words.ts';

const none = -1;

/** Maps each unit of the text's search key to the index of its word. */
function keyOwners(text: string, key: string, words: ReturnType<typeof originalWords>): number[] {
  const ofPlain: number[] = [];
  let current = 0;
  let offset = 0;
  for (const character of text) {
    while ((words[current]?.end ?? Number.POSITIVE_INFINITY) <= offset) current++;
    const owner = (words[current]?.start ?? Number.POSITIVE_INFINITY) <= offset ? current : none;
    for (let unit = 0; unit < plainText(character).length; unit++) ofPlain.push(owner);
    offset += character.length;
  }
  const spread = (piece: string, owner: number) => Array.from({ length: piece.length }, () => owner);
  const ownersOf = (folded: readonly (readonly string[])[], written: (piece: string) => string) =>
    folded.flatMap((pieces, owner) => pieces.flatMap((piece) => spread(written(piece), owner)));
  const folded = words.map((word) => word.folded);
  const ofWords = ownersOf(folded, (piece) => piece);
  const ofSkeletons = ownersOf(folded, (piece) => latinSkeleton(piece) ?? '');
  const ofModern = ownersOf(modernWords(text)?.map((word) => word.folded) ?? [], (piece) => piece);

  // The sections of a key after the empty first one; the last is optional.
  const sections = [[], ofPlain, ofWords, ofWords, ofSkeletons, ofModern];
  const parting: readonly string[] = Object.values(separators);
  return key.split(separators.section).flatMap((section, at) => {
    let unit = 0;
    const owners = section.split('').map((sign) => (parting.includes(sign) ? none : sections[at]?.[unit++]));
    return [...owners.map((owner) => owner ?? none), none];
  });
}

/**
 * Finds the words of `text` that match the query, in order, as offsets of the original text. Ranges are whole words, because
 * markup inside an Arabic word separates its letters.
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
