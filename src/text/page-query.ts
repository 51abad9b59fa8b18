import { longestText } from '#contract/longest-text.ts';
import { fold } from './fold.ts';
import { latinForms } from './latin-spelling.ts';
import { trigrams } from './page-words.ts';
import { isWrittenInOne, splitWords, writtenInTwo } from './words.ts';

/** What must stand on a page: one word, or words side by side. */
export interface PageTerm {
  words: readonly string[];
  /** Each begins with a space; one that ends with a space is whole, of another the last word is the beginning of one. */
  values: readonly string[];
}

/** Words side by side, and the other ways in which they are written in one. */
interface Asked {
  words: readonly string[];
  joined: readonly (readonly string[])[];
}

const quotes = /["“”„«»]/;
/** More words are answered as if they were not there: a question has a length. */
const mostWords = 6;
/** Values of one need, and characters of all of them as they are asked: a backend takes 4,096 with the rest. */
const mostValues = 64;
const mostCharacters = 3200;
/** Transliterated articles stand alone after folding; a page has them or not. */
const latinArticles = new Set(['al', 'el']);

/**
 * What a search asks of the pages: every word, quoted words side by side. Empty where there is nothing to look for: fewer than two
 * letters or digits, or more side by side than a page holds. With `beginning` the last word may go on.
 */
export function compilePageQuery(search: string, beginning = false): PageTerm[] {
  const parts = search.split(quotes);
  const needs = parts.flatMap((part, index): Asked[] => {
    const words = splitWords(fold(part));
    const isQuoted = index % 2 === 1 && index < parts.length - 1;
    if (isQuoted) return words.length > 0 ? [{ words, joined: inOne(words) }] : [];
    return needsOf(words);
  });
  const telling = needs.filter(
    ({ words: [word, ...more] }) => more.length > 0 || !latinArticles.has(word ?? ''),
  );
  const asked = [
    ...new Map((telling.length > 0 ? telling : needs).map((need) => [need.words.join(' '), need])).values(),
  ];
  if (asked.flatMap(({ words }) => words).join('').length < 2) return [];
  const first = asked.slice(0, mostWords);
  const found = first.map(({ words, joined }, index) => ({
    words,
    values: valuesOf([words, ...joined], beginning && index === first.length - 1),
  }));
  // What is longer than a backend looks for stands on no page.
  return found.every(({ values }) => values.length > 0) ? found : [];
}

/** A word of a search, and the words that it is also written in one with: with the one before it, and with the one after it. */
function needsOf(words: readonly string[]): Asked[] {
  return words.map((word, index) => ({
    words: [word],
    joined: [words.slice(Math.max(0, index - 1), index + 1), words.slice(index, index + 2)].flatMap(inOne),
  }));
}

/** The values of words that stand side by side, in each of some ways to write them. */
function valuesOf(ways: readonly (readonly string[])[], beginning: boolean): string[] {
  const [words = []] = ways;
  const end = beginning && (words.at(-1)?.length ?? 0) > 2 ? '' : ' ';
  const letters = trigrams(words.join(''));
  const all = [
    ...phrasesOf(words, end),
    ...(letters.length > 0 ? [` ${letters.join(' ')} `] : []),
    ...ways.slice(1).flatMap((way) => phrasesOf(way, end)),
    ...ways.flatMap(inTwo).map((way) => ` ${way.join(' ')}${end}`),
  ];
  const values = [...new Set(all)].filter((value) => value.length <= longestText).slice(0, mostValues);
  let characters = 0;
  return values.filter((value) => {
    characters += value.length + 3;
    return characters <= mostCharacters;
  });
}

function phrasesOf([first = '', ...others]: readonly string[], end: string): string[] {
  // Side by side, words stand as they are typed.
  const forms = others.length > 0 ? wordForms(first) : [...new Set(wordForms(first).flatMap(latinForms))];
  // As a beginning, a spelling that is shorter is that of other words: salah is written sala too, and is no salary.
  const isShorter = (form: string) => form !== first && first.startsWith(form);
  const asked = end === '' ? forms.filter((form) => !isShorter(form)) : forms;
  return asked.map((form) => ` ${[form, ...others].join(' ')}${end}`);
}

/** Words side by side, the first in each of its forms, with one of them written in two. */
function inTwo([first = '', ...others]: readonly string[]): string[][] {
  return wordForms(first).flatMap((form) =>
    [form, ...others].flatMap((word, at, words) =>
      writtenInTwo(word).map((two) => [...words.slice(0, at), ...two, ...words.slice(at + 1)]),
    ),
  );
}

/** Words side by side with two of them written in one. */
function inOne(words: readonly string[]): string[][] {
  return words.slice(1).flatMap((word, at) => {
    const before = words[at] ?? '';
    return isWrittenInOne(before, word)
      ? [[...words.slice(0, at), before + word, ...words.slice(at + 2)]]
      : [];
  });
}

/** What is written onto an Arabic word: and, so, by, like, for, and the article. */
const particles = ['', 'و', 'ف', 'ب', 'ك', 'ل', 'وب', 'ول', 'فب', 'فل', 'وك'];
const withArticle = ['ال', 'وال', 'فال', 'بال', 'كال', 'لل', 'ولل', 'فلل', 'وبال', 'فبال', 'وكال'];

const arabicWord = /^[ء-ي]+$/;
const article = /^[وف]?(?:[بك]?ال|لل)(?=[ء-ي]{3})/;
/** Without the article a letter may as well be one of the word's own: only before a word that is long without it. */
const particle = /^[وف]?[بكل]?(?=[ء-ي]{4})/;

/**
 * A folded word in the forms in which a page may have it: an Arabic word with and without the particles that are written onto it.
 * A letter that belongs to the word is not looked through: وقت is not قت.
 */
function wordForms(word: string): string[] {
  if (!arabicWord.test(word)) return [word];
  const stems = [word, word.replace(article, ''), article.test(word) ? word : word.replace(particle, '')];
  const forms = stems.flatMap((stem) => {
    if (stem.length < 3) return [stem, ...withArticle.map((before) => before + stem)];
    const after = article.test(stem) ? [...particles.slice(0, 5)] : [...particles, ...withArticle];
    return after.map((before) => before + stem);
  });
  return [...new Set(forms)];
}
