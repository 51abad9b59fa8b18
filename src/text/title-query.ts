import { listHamzaSpellings, listNameForms, listOpenTaSpellings } from './arabic-spelling.ts';
import { absorb, type Condition } from './condition.ts';
import { arabicArticle } from './fold.ts';
import { latinSkeleton } from './latin-spelling.ts';
import { modernSpelling } from './quran-spelling.ts';
import { plainText, separators } from './search-key.ts';
import { containsNumber, foldText, foldWords, originalWords } from './words.ts';

/** Maximum code points of a query that are folded. The rest of a longer query counts only for the plain match. */
const MAX_FOLDED_LENGTH = 256;
const MAX_TOKENS = 8;
/** Maximum pieces of a token with hyphens, and of a word with zero-width non-joiners. With more hyphens, a token is one word. */
const MAX_PIECES = 8;

const latinArticle = /^(?:al|el|ul|ar|as|ash|at|ath|ad|adh|an|az|us|ush|ur|ud|un|ut|uz)$/;

const contains = (needle: string): Condition => ({ contains: needle });
const wordStart = (start: string): Condition => contains(separators.word + start);

const number = /^[\uE000-\uE027]+$/;
const arabicLetter = /^(?!و)[ء-ي]$/;

/** Whether two words are a number and a single Arabic letter, which are also written as one: ١٤٤٦ هـ, ص 12. */
function isNumberAndLetter(part: string, next: string): boolean {
  return (number.test(part) && arabicLetter.test(next)) || (arabicLetter.test(part) && number.test(next));
}

/** Returns the first eight different words of a query, without articles and a separate و if other words remain. */
function tokensOf(query: string): string[] {
  const tokens: string[] = [];
  for (const word of foldText(query).split(' ')) {
    const last = tokens.at(-1) ?? '';
    if (isNumberAndLetter(last, word)) tokens[tokens.length - 1] = `${last} ${word}`;
    else tokens.push(word);
  }
  const first = [...new Set(tokens)].slice(0, MAX_TOKENS);
  const significantWords = first.filter((token) => token !== 'و' && !latinArticle.test(token));
  return significantWords.length > 0 ? significantWords : first;
}

/** Matches other spellings of a transliterated word of at least four letters; shorter ones are ambiguous. */
function sameSkeleton(word: string): Condition[] {
  const skeleton = word.length >= 4 ? latinSkeleton(word) : undefined;
  return skeleton === undefined ? [] : [contains(separators.skeleton + skeleton + separators.skeleton)];
}

/** Maps each number of a query to a condition that matches it folded or as typed. */
function numberConditions(query: string): Map<string, Condition> {
  const numbers = new Map<string, Condition & { any: readonly Condition[] }>();
  for (const { start, end, folded } of originalWords(query))
    for (const word of folded.filter(containsNumber)) {
      const condition = numbers.get(word)?.any ?? [contains(word)];
      numbers.set(word, { any: [...condition, contains(plainText(query.slice(start, end)))] });
    }
  return numbers;
}

/** Maps each word of a query to the parts between its zero-width non-joiners; empty if the query has no zero-width non-joiner. */
function halvesOf(query: string): Map<string, string[]> {
  const words = query.includes('\u200C') ? query.split(/\s+/) : [];
  return new Map(
    words.map((word) => [foldText(word), foldWords(word.replaceAll('\u200C', ' ')).slice(0, MAX_PIECES)]),
  );
}

function tokenCondition(
  token: string,
  numbers: ReadonlyMap<string, Condition>,
  halves: ReadonlyMap<string, readonly string[]>,
): Condition {
  if (token.includes(' ')) {
    const adjacent = token.replace(' ', separators.word);
    return contains(number.test(token.charAt(0)) ? adjacent + separators.word : separators.word + adjacent);
  }
  const word = token.replaceAll('-', '');
  const isOneLetter = [...word].length === 1 && !containsNumber(word);
  const containsPiece = (piece: string) => numbers.get(piece) ?? contains(piece);
  const any: Condition[] = [isOneLetter ? wordStart(word) : containsPiece(word)];

  const pieces = token.split('-');
  if (pieces.length > 1 && pieces.length <= MAX_PIECES) {
    const significantPieces = pieces.filter((piece) => !latinArticle.test(piece));
    any.push({ all: pieces.map(containsPiece) });
    if (significantPieces.length > 0)
      any.push({
        all: significantPieces.map((piece) => ({ any: [wordStart(piece), ...sameSkeleton(piece)] })),
      });
  }

  const article = arabicArticle.exec(word);
  if (article) {
    const stem = word.slice(article[0].length);
    any.push(wordStart(stem), contains(`ال${stem}`), contains(`لل${stem}`));
  }
  const parts = halves.get(token) ?? [];
  if (parts.length > 1) any.push({ all: parts.map(containsPiece) });
  any.push(...listHamzaSpellings(word).map(contains), ...sameSkeleton(token));
  return { any };
}

/**
 * Compiles the text of a `contains` query. A key matches if it contains the text (ignoring case), or its first eight significant words in
 * any order, also in other spellings. Numbers match as typed or by value. Blank text matches everything.
 */
export function compileQuery(query: string): Condition {
  const trimmedQuery = query.trim();
  if (trimmedQuery === '') return { all: [] };
  const plainCondition = contains(plainText(trimmedQuery));
  const start = [...trimmedQuery].slice(0, MAX_FOLDED_LENGTH).join('');
  const modern = modernSpelling(start);
  const spellings = [start, ...(modern === undefined ? [] : [modern])].flatMap(wordsCondition);
  return spellings.length === 0 ? plainCondition : absorb({ any: [plainCondition, ...spellings] });
}

/** Matches keys with every word of the query; empty if the query has no words. */
function wordsCondition(query: string): Condition[] {
  const tokens = tokensOf(query).filter((token) => token !== '');
  if (tokens.length === 0) return [];
  const numbers = tokens.some(containsNumber) ? numberConditions(query) : new Map<string, Condition>();
  const halves = halvesOf(query);
  return [
    {
      all: tokens.map((token, index) => {
        const next = tokens[index + 1] ?? '';
        const others = listOpenTaSpellings(token, next).map(contains);
        const names = listNameForms(token, next).map((form) =>
          contains(`${separators.word}${form.replaceAll(' ', separators.word)}${separators.word}`),
        );
        return { any: [tokenCondition(token, numbers, halves), ...others, ...names] };
      }),
    },
  ];
}

const { section, word } = separators;

function compile(text: string, plain: string, folded: (words: string) => string): Condition {
  if (text === '') return { all: [] };
  const words = foldWords(text).join(word);
  return words === ''
    ? { contains: plain }
    : absorb({ any: [{ contains: plain }, { contains: folded(words) }] });
}

/** Matches keys whose text starts with `prefix`, as typed or in another spelling. */
export function compilePrefix(prefix: string): Condition {
  return compile(prefix, section + plainText(prefix), (words) => section + word + words);
}

/** Matches keys whose text ends with `suffix`, as typed or in another spelling. */
export function compileSuffix(suffix: string): Condition {
  return compile(suffix, plainText(suffix) + section, (words) => words + word + section);
}
