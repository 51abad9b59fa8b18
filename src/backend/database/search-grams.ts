const hexadecimal = (character: string): string => (character.codePointAt(0) ?? 0).toString(16);

/** One or two characters as a token of letters and digits, which is all that FTS5 indexes. */
export function gramWord(text: string): string {
  return [...text].map(hexadecimal).join('x');
}

/** Every one and two characters of a search key, each once, as words. */
export function shortGrams(key: string): string[] {
  const characters = [...key].map(hexadecimal);
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}x${character}`);
  return [...new Set([...characters, ...pairs])];
}

/** Three characters that no search key holds, for the row that a relationship names: one trigram of a long-term table. */
export function relatedTrigram(relationship: number, sequence: number): string {
  const [first, size] = [0x4e00, 20_000];
  return String.fromCodePoint(
    4 + relationship,
    first + (Math.floor(sequence / size) % size),
    first + (sequence % size),
  );
}

/** The same for a short-term table. */
export function relatedWord(relationship: number, sequence: number): string {
  return `r${relationship}x${sequence}`;
}

/** The token of a word in the full-text table of the words of each row. */
export const wordToken = (id: number): string => `w${id}`;

/** The counter of all rows. */
export const EVERY_ROW_GRAM = '';

/** The counter of the rows that name a related row by its id, which they still do when that row is removed. */
export function relatedGram(relationship: number, id: string): string {
  return `r${relationship} ${id}`;
}

/** Relationships of a table that searches can be narrowed by: as many as there are markers that no key holds. */
export const MOST_RELATIONSHIPS = 5;
