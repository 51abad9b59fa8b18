import type { Condition } from '#text/condition.ts';
import { bareWords, isInOneWord, wordsBeside } from '../database/key-words.ts';
import type { Counted } from '../database/search-entries.ts';

/** A set of rows, by the words in them: rows with any of `words`, and the intersection of each of `combinations`. */
export interface Holders {
  readonly words: readonly Counted[];
  readonly combinations: readonly (readonly Holders[])[];
}

/** The words that contain a text; undefined when there are too many. */
export type FindWords = (text: string) => readonly Counted[] | undefined;

/** The rows whose search keys satisfy the condition; undefined when words cannot decide it. */
export function holdersOf(condition: Condition, find: FindWords): Holders | undefined {
  if ('contains' in condition) {
    const words = isInOneWord(condition.contains) ? find(condition.contains) : undefined;
    return words && { words: uncovered(words), combinations: [] };
  }
  if ('any' in condition) return holdersOfAny(condition.any, find);
  const parts = condition.all.map((part) => holdersOf(part, find));
  const known = parts.filter((part) => part !== undefined);
  const [only] = known;
  if (!only || known.length < parts.length) return undefined;
  if (parts.length === 1) return only;
  const isPossible = known.every(({ words, combinations }) => words.length + combinations.length > 0);
  return { words: [], combinations: isPossible ? [known] : [] };
}

function holdersOfAny(conditions: readonly Condition[], find: FindWords): Holders | undefined {
  const parts = conditions.map((condition) => holdersOf(condition, find));
  const known = parts.filter((part) => part !== undefined);
  const union = {
    words: uncovered(known.flatMap(({ words }) => words)),
    combinations: known.flatMap(({ combinations }) => combinations),
  };
  if (known.length === parts.length) return union;
  // Words cannot find a text of several words, but a row with it has each of its words.
  const splitWords = (text: string) =>
    [...new Set(bareWords(text))].map(find).filter((words) => words !== undefined);
  const holdAll = holdingAll(union);
  const untold = conditions.filter((_, at) => !parts[at]);
  return untold.every((one) => 'contains' in one && holdAll(splitWords(one.contains))) ? union : undefined;
}

/** Tells of groups of words whether every row that has a word of each of them is in the set. */
function holdingAll({ words, combinations }: Holders): (groups: readonly (readonly Counted[])[]) => boolean {
  const ids = new Set(words.map(({ id }) => id));
  const texts = new Set(words.map(({ text }) => text));
  const holdParts = combinations.map((parts) => parts.map(holdingAll));
  const isWithin = (group: readonly Counted[]) => {
    const others = group.filter(({ id }) => !ids.has(id));
    if (others.length === 0) return true;
    const own = new Set(group.map(({ text }) => text));
    return others.every(({ text }) => wordsBeside(text).some((one) => texts.has(one) || own.has(one)));
  };
  return (groups) =>
    groups.some(isWithin) || holdParts.some((parts) => parts.every((holdPart) => holdPart(groups)));
}

/** The words, each once, without those whose rows all have another of them. */
function uncovered(words: readonly Counted[]): Counted[] {
  const byText = new Map(words.map((word) => [word.text, word]));
  return [...byText.values()].filter(({ text }) => !wordsBeside(text).some((other) => byText.has(other)));
}

/** The set as an FTS5 MATCH expression, each word by its token; empty for the empty set. */
export function holdersMatch({ words, combinations }: Holders, token: (id: number) => string): string {
  const common = combinations.map(
    (parts) => `(${parts.map((part) => `(${holdersMatch(part, token)})`).join(' AND ')})`,
  );
  return [...words.map(({ id }) => token(id)), ...common].join(' OR ');
}

/** The number of words in the expression. */
export function wordCount({ words, combinations }: Holders): number {
  return combinations.flat().reduce((sum, part) => sum + wordCount(part), words.length);
}
