import { absorb } from './absorb.ts';
import type { Condition } from './condition.ts';
import { foldedWords } from './folded-words.ts';
import { plainText, separators } from './search-key.ts';

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
