import { type Condition, combined } from '#text/condition.ts';
import { separators } from '#text/search-key.ts';
import { compilePrefix, compileQuery, compileSuffix } from '#text/title-query.ts';
import { foldedWords } from '#text/words.ts';
import { pairsOf, wholeWords } from '../database/whole-words.ts';
import type { TestMethod } from '../queries/query.ts';
import type { RelationshipColumn, TableSchema } from '../schema.ts';

/** A value of a filter. */
export type Scalar = string | number | boolean;

/** A filter, every attribute known to exist, every value of its type, and its texts compiled. */
export type Term =
  | { readonly kind: 'all' | 'any'; readonly terms: readonly Term[] }
  /** The search key of a text satisfies the condition, or does not. Neither holds of a text that is NULL. */
  | {
      readonly kind: 'text';
      readonly attribute: string;
      readonly condition: Condition;
      readonly negated: boolean;
    }
  | {
      readonly kind: 'test';
      readonly method: TestMethod;
      readonly attribute: string;
      readonly values: readonly (string | number)[];
    }
  /** The folded text of the row matches, in the language of FTS5's MATCH. */
  | { readonly kind: 'words'; readonly match: string }
  /** The row that a relationship names satisfies `term`; `id` is there when the term asks for one row by its id. */
  | {
      readonly kind: 'related';
      readonly column: RelationshipColumn;
      readonly table: TableSchema;
      readonly term: Term;
      readonly id: string | undefined;
    };

/** One of the words, of which the last may be the beginning of one; of a text in double quotes the phrase (docs/rules.md#queries). */
function compileWords(text: string): Condition {
  const { word } = separators;
  const phrase = /^"(.*)"$/s.exec(text.trim())?.[1];
  const words = foldedWords(phrase ?? text);
  const whole = (one: string): Condition => ({ contains: word + one + word });
  if (phrase !== undefined && words.length > 0) return whole(words.join(word));
  const beginning = words.slice(-1).map((last) => ({ contains: word + last }));
  return { any: [...words.slice(0, -1).map(whole), ...beginning] };
}

/** What a search key must hold for a test, or that which it negates, to hold of its text. */
const compilers: Partial<Record<TestMethod, (text: string) => Condition>> = {
  contains: compileQuery,
  containsAny: compileQuery,
  containsAll: compileQuery,
  notContains: compileQuery,
  startsWith: compilePrefix,
  notStartsWith: compilePrefix,
  endsWith: compileSuffix,
  notEndsWith: compileSuffix,
  search: compileWords,
  notSearch: compileWords,
};

/** A test of an attribute, with its texts compiled. */
export function testTerm(
  table: TableSchema,
  method: TestMethod,
  attribute: string,
  values: readonly Scalar[],
): Term {
  if (attribute === wholeWords(table)?.key && (method === 'contains' || method === 'containsAny')) {
    const phrases = values.map((value) => phraseOf(String(value)));
    if (phrases.every((phrase) => phrase !== undefined))
      return { kind: 'words', match: phrases.join(' OR ') };
  }
  const compile = table.columns.get(attribute)?.array ? undefined : compilers[method];
  if (!compile) {
    const stored = values.map((one) => (typeof one === 'boolean' ? +one : one));
    return { kind: 'test', method, attribute, values: stored };
  }
  const conditions = values.map((value) => compile(String(value)));
  const condition = combined(conditions, method === 'containsAll' ? 'all' : 'any');
  return { kind: 'text', attribute, condition, negated: method.startsWith('not') };
}

/** The row of `table` that a relationship names satisfies a term. */
export function relatedTerm(column: RelationshipColumn, table: TableSchema, term: Term): Term {
  const byId = term.kind === 'test' && term.method === 'equal' && term.attribute === '$id';
  const [id, ...others] = byId ? term.values : [];
  const one = typeof id === 'string' && others.length === 0 ? id : undefined;
  return { kind: 'related', column, table, term, id: one };
}

/** A group of tests of one text is one test of it, so that it can be looked up. */
export function groupTerm(kind: 'all' | 'any', terms: readonly Term[]): Term {
  const [first] = terms;
  const conditions = terms.flatMap((term) =>
    first?.kind === 'text' && term.kind === 'text' && !term.negated && term.attribute === first.attribute
      ? [term.condition]
      : [],
  );
  if (first?.kind !== 'text' || conditions.length < terms.length) return { kind, terms };
  return { ...first, condition: combined(conditions, kind) };
}

/**
 * What a `contains` on a folded text asks of its full-text table: a value that begins with a space is a word, or words side by
 * side, and where it does not end with one the last is the beginning of a word. Undefined for any other value.
 */
function phraseOf(value: string): string | undefined {
  if (!/^ [^ ]/.test(value) || /[^\P{ASCII}a-z0-9 ]/u.test(value)) return undefined;
  const words = value.trim().split(/ +/);
  const pairs = value.endsWith(' ') ? pairsOf(words) : undefined;
  if (pairs !== undefined) return `pairs : "${pairs}"`;
  return `words : "${words.join(' ')}"${value.endsWith(' ') ? '' : ' *'}`;
}
