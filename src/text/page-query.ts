import { MAX_SEARCH_CODE_UNITS } from '#contract/limits.ts';
import { listHamzaSpellings, listNameForms, listOpenTaSpellings } from './arabic-spelling.ts';
import { fold } from './fold.ts';
import { isFunctionWord } from './function-words.ts';
import { latinForms } from './latin-spelling.ts';
import { trigrams } from './page-words.ts';
import { modernSpelling } from './quran-spelling.ts';
import { cacheByWord } from './word-cache.ts';
import { isWrittenInOne, joinWords, splitInTwo, splitWords } from './words.ts';

/** A word, consecutive words, or a verse that a page must contain. */
export interface PageTerm {
  /** The typed words, folded. */
  words: readonly string[];
  /** Alternative texts, one of which must occur. Each begins with a space; without a trailing space the last word is a prefix. */
  values: readonly string[];
  /** Set for a verse of the Qur'an: the hashes of its words, which locate a quotation in a text. */
  verse?: readonly number[];
}

/** Verses named by a search, or the number of a verse that does not exist. */
export interface FoundVerses {
  terms?: PageTerm[];
  unknown?: string;
}

/** Consecutive folded words and their alternative spellings. */
interface Phrase {
  words: readonly string[];
  /** Alternatives that, like `words`, are also matched with prefixes and in other transliterations. */
  others: readonly (readonly string[])[];
  /** Alternatives that are matched without other prefixes and transliterations. */
  exact: readonly (readonly string[])[];
}

const quotes = /["“”„«»]/;
/** Maximum number of terms in a search; further terms are ignored. */
const MAX_TERMS = 6;
/** Maximum number and total length of a term's values, which keep a query below the backend's 4,096 characters. */
const MAX_VALUES = 64;
const MAX_VALUE_CHARACTERS = 3200;
/** Maximum number of words in all values of a search, which keeps a query with its other conditions below the backend's 400. */
const MAX_LOOKUPS = 360;
const MAX_HALVES = 8;
/** Transliterated articles, which are separate words and can be missing on a page. */
const latinArticles = new Set(['al', 'el']);

/**
 * Compiles a search to at most six terms that a page must contain: its words, and quoted phrases. With `isLastPrefix`, a last word of three
 * or more letters is a prefix. Empty for fewer than two letters or digits, and if a phrase is too long for a backend.
 */
export function compilePageQuery(search: string, isLastPrefix = false): PageTerm[] {
  return (isLastPrefix ? compiledBeginnings : compiledWords)(search);
}

/** Maximum number of cached searches, because rendering a page compiles the same search several times. */
const MAX_SEARCHES = 50;
const compiledWords = cacheByWord((search) => compile(search, false), MAX_SEARCHES);
const compiledBeginnings = cacheByWord((search) => compile(search, true), MAX_SEARCHES);

function compile(search: string, isLastPrefix: boolean): PageTerm[] {
  const parts = (modernSpelling(search) ?? search).split(quotes);
  const phrases = parts.flatMap((part, index) => {
    const isQuoted = index % 2 === 1 && index < parts.length - 1;
    return isQuoted ? quotedPhrase(part) : phrasesOf(part);
  });
  const significantPhrases = phrases.filter(
    ({ words: [word, ...more] }) => more.length > 0 || !latinArticles.has(word ?? ''),
  );
  const pageTerms = [
    ...new Map(
      (significantPhrases.length > 0 ? significantPhrases : phrases).map((phrase) => [
        phrase.words.join(' '),
        phrase,
      ]),
    ).values(),
  ];
  if (pageTerms.flatMap(({ words }) => words).join('').length < 2) return [];
  const first = pageTerms.slice(0, MAX_TERMS);
  const terms = limitLookups(
    first.map((phrase, index) => ({
      words: phrase.words,
      values: valuesOf(phrase, isLastPrefix && index === first.length - 1),
    })),
  );
  // A term without values is a phrase that is too long for a backend.
  return terms.every(({ values }) => values.length > 0) ? terms : [];
}

/** Counts the words that a value looks up; a phrase looks up each of its words. */
export const countWords = (value: string): number => value.trim().split(/ +/).length;

/** Keeps the likeliest values that have at most `MAX_LOOKUPS` words in all: the first of each term, then the second, and so on. */
function limitLookups(terms: readonly PageTerm[]): PageTerm[] {
  let remaining = MAX_LOOKUPS;
  const limitedTerms = terms.map(({ words }) => ({ words, values: [] as string[] }));
  for (let at = 0; at < MAX_VALUES; at++)
    for (const [index, { values }] of terms.entries()) {
      const value = values[at];
      const count = value === undefined ? 0 : countWords(value);
      if (value === undefined || count > remaining) continue;
      remaining -= count;
      limitedTerms[index]?.values.push(value);
    }
  return limitedTerms;
}

/** Compiles the significant words of a search, or all if none is significant. Empty for an exact search in quotation marks. */
export function compileSignificantTerms(search: string): PageTerm[] {
  if (search.split(quotes).length > 2) return [];
  const significantWords = search
    .split(/\s+/)
    .filter((word) => !splitWords(fold(word)).every(isFunctionWord));
  return compilePageQuery(significantWords.length > 0 ? significantWords.join(' ') : search);
}

function quotedPhrase(part: string): Phrase[] {
  const tokens = tokensOf(part);
  const words = tokens.flatMap((token) => token.words);
  if (words.length === 0) return [];
  const exact = tokens.flatMap(({ other }, at) =>
    other ? [tokens.flatMap((token, index) => (index === at ? other : token.words))] : [],
  );
  const compounds = words
    .slice(1)
    .flatMap((word, at) =>
      isLatin(word) && isLatin(words[at] ?? '')
        ? [[...words.slice(0, at), `${words[at]}${word}`, ...words.slice(at + 2)]]
        : [],
    );
  const openTa = words.flatMap((word, at) =>
    listOpenTaSpellings(word, words[at + 1] ?? '').map((other) => [
      ...words.slice(0, at),
      other,
      ...words.slice(at + 1),
    ]),
  );
  return [{ words, others: [...joinTwoWords(words), ...openTa], exact: [...exact, ...compounds] }];
}

/** A part of a search between spaces, with at least one word. */
interface Token {
  words: readonly string[];
  /** The words joined at a hyphen, or split at a zero-width non-joiner. */
  other?: readonly string[];
  isPersian: boolean;
}

/**
 * Letters, the zero-width non-joiner, and a plural ending of Persian or Urdu, which Arabic lacks. Both languages write many words as one or
 * as two.
 */
const persian = /[\u200Cپچژگکیٹڈڑںہھےۂۀۃ]|هها|^ها$/;

function tokensOf(part: string): Token[] {
  return part.split(/\s+/).flatMap((tokenText): Token[] => {
    const words = splitWords(fold(tokenText));
    if (words.length === 0) return [];
    const isPersian = persian.test(tokenText);
    const halves = splitWords(fold(tokenText.replaceAll('\u200C', ' ')));
    if (halves.length > words.length) return [{ words, other: halves, isPersian }];
    const isHyphenated = words.length > 1 && words.every(isLatin);
    return [{ words, ...(isHyphenated && { other: [words.join('')] }), isPersian }];
  });
}

/**
 * Splits a search into phrases, usually single words. Words joined to a number stay together, and so do a number and a single Arabic letter
 * next to it, except و: 2:255, ١٤٤٦هـ, ١٤٤٦ هـ.
 */
function phrasesOf(part: string): Phrase[] {
  const units: Token[] = [];
  for (const token of tokensOf(part)) {
    const last = units.at(-1);
    if (last && areNumberAndLetter(last.words, token.words))
      units[units.length - 1] = { words: [...last.words, ...token.words], isPersian: false };
    else if (token.words.some(isNumber)) units.push({ words: token.words, isPersian: false });
    else units.push(...token.words.map((word) => ({ ...token, words: [word] })));
  }
  return units.map((unit, index): Phrase => {
    const [word = '', ...more] = unit.words;
    const next = units[index + 1]?.words[0] ?? '';
    const exact = [...(unit.other ? [unit.other] : []), ...nameForms(word, next)];
    if (more.length > 0) return { words: unit.words, others: [], exact };
    const pairs = [units.slice(Math.max(0, index - 1), index + 1), units.slice(index, index + 2)].filter(
      (pair) => pair.length === 2 && pair.every(({ words }) => words.length === 1),
    );
    return {
      words: [word],
      others: [
        ...[...listHamzaSpellings(word), ...listOpenTaSpellings(word, next)].map((other) => [other]),
        ...pairs.flatMap((pair) => joinTwoWords(pair.flatMap(({ words }) => words))),
      ],
      exact: [
        ...exact,
        ...pairs.filter(mayBeCompound).map((pair) => [pair.flatMap(({ words }) => words).join('')]),
        ...(unit.isPersian ? halvesOf(word) : []),
      ],
    };
  });
}

/** Returns the other forms of a word before a name, with and without the particles that can precede it on a page. */
function nameForms(word: string, next: string): string[][] {
  return listNameForms(word, next).flatMap((form) =>
    ['', ...nameParticles].map((before) => (before + form).split(' ')),
  );
}
const nameParticles = ['و', 'ل', 'ب', 'ول'];

/** Whether two consecutive words can be written as one: two Latin words (self control), or any pair with a Persian word. */
function mayBeCompound(pair: readonly Token[]): boolean {
  return pair.some(({ isPersian }) => isPersian) || pair.every(({ words }) => words.every(isLatin));
}

const isLatin = (word: string) => /^[a-z]+$/.test(word);
const isNumber = (word: string) => /^[0-9]+$/.test(word);
const isLetter = (word: string) => /^(?!و)[ء-ي]$/.test(word);

function areNumberAndLetter(
  [first = '', ...more]: readonly string[],
  [next = '', ...others]: readonly string[],
) {
  const isPair = (isNumber(first) && isLetter(next)) || (isLetter(first) && isNumber(next));
  return isPair && more.length + others.length === 0;
}

/** Splits a word in two at the first eight positions that leave at least two letters on both sides. */
function halvesOf(word: string): string[][] {
  const length = Math.max(0, word.length - 3);
  return Array.from({ length: Math.min(length, MAX_HALVES) }, (_, at) => [
    word.slice(0, at + 2),
    word.slice(at + 2),
  ]);
}

/** Returns the values of a phrase that are within the limits, likeliest first. */
function valuesOf({ words, others, exact }: Phrase, isLastPrefix: boolean): string[] {
  const end = isLastPrefix && (words.at(-1)?.length ?? 0) > 2 ? '' : ' ';
  const letters = trigrams(words.join(''));
  const forms = [words, ...others].map((alternative) => formsOf(alternative, end));
  const all = [
    ...forms.flatMap((formsOfOne) => formsOfOne.slice(0, 1)),
    ...(letters.length > 0 ? [` ${letters.join(' ')} `] : []),
    ...exact.map((alternative) => ` ${alternative.join(' ')}${end}`),
    ...forms.flatMap((formsOfOne) => formsOfOne.slice(1)),
    ...[words, ...others].flatMap(splitOneWord).map((alternative) => ` ${alternative.join(' ')}${end}`),
  ];
  const values = [...new Set(all)]
    .filter((value) => value.length <= MAX_SEARCH_CODE_UNITS)
    .slice(0, MAX_VALUES);
  let characters = 0;
  return values.filter((value) => {
    characters += value.length + 3;
    return characters <= MAX_VALUE_CHARACTERS;
  });
}

function formsOf([first = '', ...others]: readonly string[], end: string): string[] {
  // Consecutive words are not matched in other transliterations.
  const forms = others.length > 0 ? wordForms(first) : [...new Set(wordForms(first).flatMap(latinForms))];
  // As a prefix, a shorter spelling would match other words: sala, for salah, also matches salary.
  const isShorter = (form: string) => form !== first && first.startsWith(form);
  const usableForms = end === '' ? forms.filter((form) => !isShorter(form)) : forms;
  return usableForms.map((form) => ` ${[form, ...others].join(' ')}${end}`);
}

/** Returns every way to split one of the words in two, with the first word in each of its forms. */
function splitOneWord([first = '', ...others]: readonly string[]): string[][] {
  return wordForms(first).flatMap((form) =>
    [form, ...others].flatMap((word, at, words) =>
      splitInTwo(word).map((halves) => [...words.slice(0, at), ...halves, ...words.slice(at + 1)]),
    ),
  );
}

/** Returns every way to join two adjacent words that are also written as one. */
function joinTwoWords(words: readonly string[]): string[][] {
  return words.slice(1).flatMap((word, at) => {
    const before = words[at] ?? '';
    return isWrittenInOne(before, word)
      ? [[...words.slice(0, at), joinWords(before, word), ...words.slice(at + 2)]]
      : [];
  });
}

/** Prefixes of an Arabic word: and, so, by, like and for, without and with the article. */
const particles = ['', 'و', 'ف', 'ب', 'ك', 'ل', 'وب', 'ول', 'فب', 'فل', 'وك'];
const withArticle = ['ال', 'وال', 'فال', 'بال', 'كال', 'لل', 'ولل', 'فلل', 'وبال', 'فبال', 'وكال'];

const arabicWord = /^[ء-ي]+$/;
const article = /^[وف]?(?:[بك]?ال|لل)(?=[ء-ي]{3})/;
/** Prefixes without an article, for long words only, because the letter may belong to the word. */
const particle = /^[وف]?[بكل]?(?=[ء-ي]{4})/;

/**
 * Returns the forms of a folded word on a page: an Arabic word with and without prefixes. Only long words lose a prefix, because the letter
 * may belong to the word: وقت is not قت.
 */
function wordForms(word: string): string[] {
  if (!arabicWord.test(word)) return [word];
  const stems = [word, word.replace(article, ''), article.test(word) ? word : word.replace(particle, '')];
  const forms = stems.flatMap((stem) => {
    if (stem.length < 3) return [stem, ...withArticle.map((before) => before + stem)];
    const prefixes = article.test(stem) ? [...particles.slice(0, 5)] : [...particles, ...withArticle];
    return prefixes.map((prefix) => prefix + stem);
  });
  // After a prefix, the hamza of شيء is folded away: بشي.
  return [...new Set(word.endsWith('يء') ? forms.flatMap((form) => [form, fold(form)]) : forms)];
}
