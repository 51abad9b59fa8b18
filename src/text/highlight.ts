import { needles } from './condition.ts';
import { latinSkeleton } from './latin-spelling.ts';
import { plainText, searchKey, separators } from './search-key.ts';
import { compileQuery } from './title-query.ts';
import type { TextRange } from './words.ts';
import { originalWords } from './words.ts';

const none = -1;

/** For each unit of the text's search key, the index of the word of the text it was made from. */
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
  const pieces = words.flatMap(({ folded }, owner) => folded.map((piece) => ({ piece, owner })));
  const spread = (piece: string, owner: number) => Array.from({ length: piece.length }, () => owner);
  const ofWords = pieces.flatMap(({ piece, owner }) => spread(piece, owner));
  const ofSkeletons = pieces.flatMap(({ piece, owner }) => spread(latinSkeleton(piece) ?? '', owner));

  // The sections of a key: before the text, the text, its words, its joined words, its skeletons, after them.
  const sections = [[], ofPlain, ofWords, ofWords, ofSkeletons, []];
  const parting: readonly string[] = Object.values(separators);
  return key.split(separators.section).flatMap((section, at) => {
    let unit = 0;
    const owners = section.split('').map((sign) => (parting.includes(sign) ? none : sections[at]?.[unit++]));
    return [...owners.map((owner) => owner ?? none), none];
  });
}

/**
 * The words of `text` that the query is found in, in order. Whole words, because markup inside an Arabic word
 * breaks the joining of its letters; the offsets are those of the text as given, whatever its tashkeel.
 */
export function highlight(query: string, text: string): TextRange[] {
  const words = originalWords(text);
  const key = searchKey(text);
  const owners = keyOwners(text, key, words);
  const found = new Set<number>();
  for (const needle of needles(compileQuery(query))) {
    for (let at = key.indexOf(needle); at >= 0; at = key.indexOf(needle, at + 1)) {
      for (const owner of owners.slice(at, at + needle.length)) found.add(owner);
    }
  }
  return words.filter((_, index) => found.has(index)).map(({ start, end }) => ({ start, end }));
}
