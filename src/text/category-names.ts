import type { Language } from '#contract/language.ts';
import { languageRuns } from './language-runs.ts';

/** One half of a name in both scripts: its offsets in the name, and its language. */
interface NameHalf {
  start: number;
  end: number;
  language: Language;
}

/** Separators that owners write between the two halves, with the spaces around them. */
const halfSeparator = /\s*[-–—|:]\s*/gu;

/** Returns the language of a text's words; undefined if it has no words, or words in both languages. */
function findSingleLanguage(text: string): Language | undefined {
  const languages = new Set(languageRuns(text).map(({ language }) => language));
  return languages.size === 1 ? [...languages][0] : undefined;
}

/** Returns both halves of a name such as "Fiqh – الفقه", in the order in which they are written; undefined for any other name. */
export function nameHalves(name: string): readonly [NameHalf, NameHalf] | undefined {
  for (const { 0: separator, index } of name.matchAll(halfSeparator)) {
    const end = index + separator.length;
    const [before, after] = [findSingleLanguage(name.slice(0, index)), findSingleLanguage(name.slice(end))];
    if (before && after && before !== after)
      return [
        { start: 0, end: index, language: before },
        { start: end, end: name.length, language: after },
      ];
  }
  return undefined;
}

/** Returns a category's name in a language: one half of a name in both scripts, else the whole name. */
export function categoryNameIn(name: string, language: Language): string {
  const matchingHalf = nameHalves(name)?.find((part) => part.language === language);
  return matchingHalf ? name.slice(matchingHalf.start, matchingHalf.end).trim() : name;
}

const normalizeName = (name: string) => name.normalize('NFC').trim();

/** Sorts categories by the owner's order. Categories that are not in that order follow, in their present order. */
export function orderCategories<Category extends { categoryName: string }>(
  categories: readonly Category[],
  order: readonly string[] = [],
): Category[] {
  const rankOf = new Map(order.map((name, rank) => [normalizeName(name), rank]));
  const rank = ({ categoryName }: Category) => rankOf.get(normalizeName(categoryName)) ?? order.length;
  return [...categories].sort((a, b) => rank(a) - rank(b));
}

/** Returns the names in the owner's order that no category has. */
export function findMissingCategories(names: readonly string[], order: readonly string[] = []): string[] {
  const existing = new Set(names.map(normalizeName));
  return order.filter((name) => !existing.has(normalizeName(name)));
}
