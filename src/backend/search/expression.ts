import type { Condition } from '#contract/collation/condition.ts';
import { gramWord, shortGrams } from '../database/search-grams.ts';

/** A query of the trigram table of a column (`long`), or of its table of one and two characters (`short`). */
export interface SearchExpression {
  readonly length: 'long' | 'short';
  /** An FTS5 MATCH expression. */
  readonly match: string;
  /** False when its matches must still be checked against the condition. */
  readonly exact: boolean;
}

const string = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function combined(parts: readonly SearchExpression[], word: 'AND' | 'OR'): SearchExpression | undefined {
  const [first] = parts;
  if (!first || parts.length === 1) return first;
  return {
    length: first.length,
    match: parts.map(({ match }) => `(${match})`).join(` ${word} `),
    exact: parts.every(({ exact }) => exact),
  };
}

/** Characters of a text by whose pairs it is asked for; its matches are checked. */
const mostOfText = 64;

/** The query of the table of one and two characters: a longer text is asked for by the pairs it begins with. */
function shortExpression(condition: Condition): SearchExpression | undefined {
  if ('contains' in condition) {
    const characters = [...condition.contains];
    const short = characters.length < 3;
    const words = short
      ? [gramWord(condition.contains)]
      : shortGrams(characters.slice(0, mostOfText).join('')).filter((word) => word.includes('x'));
    return { length: 'short', match: words.map(string).join(' AND '), exact: short };
  }
  const parts = ('all' in condition ? condition.all : condition.any)
    .map(shortExpression)
    .filter((part) => part !== undefined);
  return combined(parts, 'all' in condition ? 'AND' : 'OR');
}

/**
 * Translates a condition on search keys into a full-text query; undefined when no query can narrow it. Each table holds
 * grams of one length, so a condition that mixes lengths is translated in part.
 */
export function searchExpression(condition: Condition): SearchExpression | undefined {
  if ('contains' in condition)
    return [...condition.contains].length < 3
      ? shortExpression(condition)
      : { length: 'long', match: string(condition.contains), exact: true };
  const all = 'all' in condition;
  const parts = (all ? condition.all : condition.any).map(searchExpression);
  const asked = parts.filter((part) => part !== undefined);
  if (asked.length < parts.length) return undefined;
  const long = asked.filter(({ length }) => length === 'long');
  if (long.length === asked.length || long.length === 0) return combined(asked, all ? 'AND' : 'OR');
  if (!all) return shortExpression(condition);
  const part = combined(long, 'AND');
  return part && { ...part, exact: false };
}
