import { absorb, type Condition } from './condition.ts';
import { arabicArticle } from './fold.ts';
import { latinSkeleton } from './latin-spelling.ts';
import { plainText, separators } from './search-key.ts';
import { foldedText, foldedWords, holdsNumber, originalWords } from './words.ts';

const longestQuery = 256; // code points that are folded; a longer query is still found as plain text
const mostTokens = 8;
const mostPieces = 8; // of one hyphenated token; beyond, it is one word

const latinArticle = /^(?:al|el|ul|ar|as|ash|at|ath|ad|adh|an|az|us|ush|ur|ud|un|ut|uz)$/;

const contains = (needle: string): Condition => ({ contains: needle });
const wordStart = (start: string): Condition => contains(separators.word + start);

/** The words a visitor means: lone articles and a lone و say nothing when other words are there. */
function tokensOf(query: string): string[] {
  const tokens = [...new Set(foldedText(query).split(' '))].slice(0, mostTokens);
  const telling = tokens.filter((token) => token !== 'و' && !latinArticle.test(token));
  return telling.length > 0 ? telling : tokens;
}

/** The same transliterated word in another spelling; words below four letters are too short to tell. */
function sameSkeleton(word: string): Condition[] {
  const skeleton = word.length >= 4 ? latinSkeleton(word) : undefined;
  return skeleton === undefined ? [] : [contains(separators.skeleton + skeleton + separators.skeleton)];
}

/** The words of a query that hold numbers: what is looked for, as they are folded or as they were typed. */
function typedNumbers(query: string): Map<string, Condition> {
  const numbers = new Map<string, Condition & { any: readonly Condition[] }>();
  for (const { start, end, folded } of originalWords(query))
    for (const word of folded.filter(holdsNumber)) {
      const known = numbers.get(word)?.any ?? [contains(word)];
      numbers.set(word, { any: [...known, contains(plainText(query.slice(start, end)))] });
    }
  return numbers;
}

function tokenCondition(token: string, numbers: ReadonlyMap<string, Condition>): Condition {
  const word = token.replaceAll('-', '');
  const single = [...word].length === 1 && !holdsNumber(word);
  const within = (piece: string) => numbers.get(piece) ?? contains(piece);
  const any: Condition[] = [single ? wordStart(word) : within(word)];

  const pieces = token.split('-');
  if (pieces.length > 1 && pieces.length <= mostPieces) {
    const telling = pieces.filter((piece) => !latinArticle.test(piece));
    any.push({ all: pieces.map(within) });
    if (telling.length > 0)
      any.push({ all: telling.map((piece) => ({ any: [wordStart(piece), ...sameSkeleton(piece)] })) });
  }

  const article = arabicArticle.exec(word);
  if (article) {
    const stem = word.slice(article[0].length);
    any.push(wordStart(stem), contains(`ال${stem}`), contains(`لل${stem}`));
  }
  any.push(...sameSkeleton(token));
  return { any };
}

/**
 * What a search key must hold to be found by `contains` with this text: the text itself, letter case aside, or
 * every one of its words, in any order and in any spelling; of a number, the digits as they were typed or a whole
 * number of the same value. Blank text is no condition at all.
 * So it finds all that a plain case-insensitive `contains` finds, and more.
 */
export function compileQuery(query: string): Condition {
  const trimmed = query.trim();
  if (trimmed === '') return { all: [] };
  const plain = contains(plainText(trimmed));
  const start = [...trimmed].slice(0, longestQuery).join('');
  const tokens = tokensOf(start).filter((token) => token !== '');
  if (tokens.length === 0) return plain;
  const numbers = tokens.some(holdsNumber) ? typedNumbers(start) : new Map<string, Condition>();
  return absorb({ any: [plain, { all: tokens.map((token) => tokenCondition(token, numbers)) }] });
}

const { section, word } = separators;

function compile(text: string, plain: string, folded: (words: string) => string): Condition {
  if (text === '') return { all: [] };
  const words = foldedWords(text).join(word);
  return words === ''
    ? { contains: plain }
    : absorb({ any: [{ contains: plain }, { contains: folded(words) }] });
}

/** What a search key must hold so that its text starts with `prefix`, plainly or in any spelling. */
export function compilePrefix(prefix: string): Condition {
  return compile(prefix, section + plainText(prefix), (words) => section + word + words);
}

/** What a search key must hold so that its text ends with `suffix`, plainly or in any spelling. */
export function compileSuffix(suffix: string): Condition {
  return compile(suffix, plainText(suffix) + section, (words) => words + word + section);
}
