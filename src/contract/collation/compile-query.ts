import { absorb } from './absorb.ts';
import { arabicArticle } from './arabic-article.ts';
import type { Condition } from './condition.ts';
import { fold } from './fold.ts';
import { latinSkeleton } from './latin-skeleton.ts';
import { plainText, separators } from './search-key.ts';

const longestQuery = 256; // code points that are folded; a longer query is still found as plain text
const mostTokens = 8;
const mostPieces = 8; // of one hyphenated token; beyond, it is one word

const latinArticle = /^(?:al|el|ul|ar|as|ash|at|ath|ad|adh|an|az|us|ush|ur|ud|un|ut|uz)$/;

const contains = (needle: string): Condition => ({ contains: needle });
const wordStart = (start: string): Condition => contains(separators.word + start);

/** The words a visitor means: lone articles and a lone و say nothing when other words are there. */
function tokensOf(query: string): string[] {
  const start = fold([...query].slice(0, longestQuery).join(''));
  const tokens = [...new Set(start.split(' '))].slice(0, mostTokens);
  const telling = tokens.filter((token) => token !== 'و' && !latinArticle.test(token));
  return telling.length > 0 ? telling : tokens;
}

/** The same transliterated word in another spelling; words below four letters are too short to tell. */
function sameSkeleton(word: string): Condition[] {
  const skeleton = word.length >= 4 ? latinSkeleton(word) : undefined;
  return skeleton === undefined ? [] : [contains(separators.skeleton + skeleton + separators.skeleton)];
}

function tokenCondition(token: string): Condition {
  const word = token.replaceAll('-', '');
  const single = [...word].length === 1 && !/[0-9]/.test(word);
  const any: Condition[] = [single ? wordStart(word) : contains(word)];

  const pieces = token.split('-');
  if (pieces.length > 1 && pieces.length <= mostPieces) {
    const telling = pieces.filter((piece) => !latinArticle.test(piece));
    any.push({ all: pieces.map(contains) });
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
 * every one of its words, in any order and in any spelling. Blank text is no condition at all.
 * So it finds all that a plain case-insensitive `contains` finds, and more.
 */
export function compileQuery(query: string): Condition {
  const trimmed = query.trim();
  if (trimmed === '') return { all: [] };
  const plain = contains(plainText(trimmed));
  const tokens = tokensOf(trimmed).filter((token) => token !== '');
  return tokens.length === 0 ? plain : absorb({ any: [plain, { all: tokens.map(tokenCondition) }] });
}
