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

/**
 * Translates a condition on search keys into a full-text query; undefined when no query can narrow it. Each table holds
 * grams of one length, so a condition that mixes lengths is translated in part.
 */
export function searchExpression(condition: Condition): SearchExpression | undefined {
  return expressionOf(condition, 'long') ?? expressionOf(condition, 'short');
}

function expressionOf(
  condition: Condition,
  length: SearchExpression['length'],
): SearchExpression | undefined {
  if ('contains' in condition) return needleExpression(condition.contains, length);
  const all = 'all' in condition;
  const parts = (all ? condition.all : condition.any).map((part) => expressionOf(part, length));
  const known = parts.filter((part) => part !== undefined);
  const isWhole = known.length === parts.length;
  if (known.length === 0 || !(all || isWhole)) return undefined;
  return {
    length,
    match: known.map(({ match }) => `(${match})`).join(all ? ' AND ' : ' OR '),
    exact: isWhole && known.every(({ exact }) => exact),
  };
}

/** Characters of a text by whose pairs it is asked for; its matches are checked. */
const mostOfText = 64;

function needleExpression(text: string, length: SearchExpression['length']): SearchExpression | undefined {
  const characters = [...text];
  const short = characters.length < 3;
  if (length === 'long') return short ? undefined : { length, match: string(text), exact: true };
  // A longer text is asked for by the pairs it begins with.
  const words = short
    ? [gramWord(text)]
    : shortGrams(characters.slice(0, mostOfText).join('')).filter((word) => word.includes('x'));
  return { length, match: words.map(string).join(' AND '), exact: short };
}

const string = (text: string): string => `"${text.replaceAll('"', '""')}"`;
