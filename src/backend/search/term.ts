import { compilePrefix, compileSuffix } from '#contract/collation/compile-affix.ts';
import { compileQuery } from '#contract/collation/compile-query.ts';
import type { Condition } from '#contract/collation/condition.ts';
import type { TestMethod } from '../queries/query.ts';
import type { Filter, Scalar } from '../queries/row-query.ts';
import type { RelationshipColumn, TableSchema } from '../schema.ts';
import { wholeWordsMatch } from './whole-words-match.ts';

/** A filter with its texts compiled. */
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
      readonly values: readonly Value[];
    }
  /** The folded text of the row matches, in the language of FTS5's MATCH. */
  | { readonly kind: 'words'; readonly match: string }
  | Related;

/** The row that a relationship names satisfies `term`; `id` is there when the term asks for one row by its id. */
export interface Related {
  readonly kind: 'related';
  readonly column: RelationshipColumn;
  readonly table: TableSchema;
  readonly term: Term;
  readonly id: string | undefined;
}

export type Value = Exclude<Scalar, boolean>;

type TextMethod = 'contains' | 'startsWith' | 'endsWith';

/** What a search key must hold for the test to hold of its text. */
const compile: Record<TextMethod, (text: string) => Condition> = {
  contains: compileQuery,
  startsWith: compilePrefix,
  endsWith: compileSuffix,
};

const textMethods: Partial<
  Record<TestMethod, { method: TextMethod; join: 'all' | 'any'; negated: boolean }>
> = {
  contains: { method: 'contains', join: 'any', negated: false },
  containsAny: { method: 'contains', join: 'any', negated: false },
  containsAll: { method: 'contains', join: 'all', negated: false },
  notContains: { method: 'contains', join: 'any', negated: true },
  startsWith: { method: 'startsWith', join: 'all', negated: false },
  notStartsWith: { method: 'startsWith', join: 'all', negated: true },
  endsWith: { method: 'endsWith', join: 'all', negated: false },
  notEndsWith: { method: 'endsWith', join: 'all', negated: true },
};

function joined(conditions: readonly Condition[], join: 'all' | 'any'): Condition {
  const [only] = conditions;
  if (only && conditions.length === 1) return only;
  return join === 'all' ? { all: conditions } : { any: conditions };
}

export function readTerm(filter: Filter, table: TableSchema): Term {
  if (filter.kind === 'related') {
    const term = readTerm(filter.filter, filter.table);
    const byId = term.kind === 'test' && term.method === 'equal' && term.attribute === '$id';
    const [id, ...others] = byId ? term.values : [];
    return { ...filter, term, id: typeof id === 'string' && others.length === 0 ? id : undefined };
  }
  if (filter.kind !== 'test')
    return group(
      filter.kind,
      filter.filters.map((one) => readTerm(one, table)),
    );
  const words = wholeWordsMatch(filter, table);
  if (words !== undefined) return { kind: 'words', match: words };
  const { method, attribute } = filter;
  const text = table.columns.get(attribute)?.array ? undefined : textMethods[method];
  if (!text)
    return { ...filter, values: filter.values.map((one) => (typeof one === 'boolean' ? +one : one)) };
  const conditions = filter.values.map((value) => compile[text.method](String(value)));
  return { kind: 'text', attribute, condition: joined(conditions, text.join), negated: text.negated };
}

/** A group of tests of one text is one test of it, so that it can be looked up. */
function group(kind: 'all' | 'any', terms: readonly Term[]): Term {
  const [first] = terms;
  const texts = terms.flatMap((term) => (term.kind === 'text' && !term.negated ? [term] : []));
  const isOne =
    first?.kind === 'text' &&
    texts.length === terms.length &&
    texts.every(({ attribute }) => attribute === first.attribute);
  if (!isOne) return { kind, terms };
  return {
    ...first,
    condition: joined(
      texts.map(({ condition }) => condition),
      kind,
    ),
  };
}
