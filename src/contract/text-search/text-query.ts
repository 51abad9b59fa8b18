import { fold } from '../collation/fold.ts';
import { wordsOf } from '../collation/folded-words.ts';
import { threes } from './page-words.ts';
import { wordForms } from './word-forms.ts';

/** What must stand on a page: one word, or words side by side. */
export interface TextNeed {
  words: readonly string[];
  /** Each begins with a space; one that ends with a space is whole, of another the last word is the beginning of one. */
  values: readonly string[];
}

const quotes = /["“”„«»]/;
/** More words are answered as if they were not there: a question has a length. */
const mostWords = 6;
/** Characters of a value; a backend takes no longer one. */
const longest = 256;
/** Transliterated articles stand alone after folding; a page has them or not. */
const latinArticles = new Set(['al', 'el']);

/**
 * What a search asks of the pages: every word, quoted words side by side. Empty where there is nothing to look for: fewer than two
 * letters or digits. With `beginning` the last word may go on.
 */
export function textQuery(search: string, beginning = false): TextNeed[] {
  const parts = search.split(quotes);
  const needs = parts.flatMap((part, index) => {
    const words = wordsOf(fold(part));
    const isQuoted = index % 2 === 1 && index < parts.length - 1;
    if (isQuoted) return words.length > 0 ? [words] : [];
    return words.map((word) => [word]);
  });
  const told = needs.filter(([word, ...more]) => more.length > 0 || !latinArticles.has(word ?? ''));
  const asked = [
    ...new Map((told.length > 0 ? told : needs).map((words) => [words.join(' '), words])).values(),
  ];
  if (asked.flat().join('').length < 2) return [];
  const first = asked.slice(0, mostWords);
  return first.map((words, index) => ({
    words,
    values: valuesOf(words, beginning && index === first.length - 1),
  }));
}

function valuesOf(words: readonly string[], beginning: boolean): string[] {
  const [first = '', ...others] = words;
  const end = beginning && (words.at(-1)?.length ?? 0) > 2 ? '' : ' ';
  const phrases = wordForms(first).map((form) => ` ${[form, ...others].join(' ')}${end}`);
  const letters = threes(words.join(''));
  const values = letters.length > 0 ? [...phrases, ` ${letters.join(' ')} `] : phrases;
  return values.filter((value) => value.length <= longest);
}
