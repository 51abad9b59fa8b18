import { ApiError } from '#http/api-error.ts';
import type { Json } from '../context.ts';

/** Query methods by kind. */
const methods = {
  equal: ['equal'],
  comparison: ['notEqual', 'lessThan', 'lessThanEqual', 'greaterThan', 'greaterThanEqual'],
  range: ['between', 'notBetween'],
  null: ['isNull', 'isNotNull'],
  element: ['contains', 'containsAny', 'containsAll', 'notContains'],
  affix: ['startsWith', 'endsWith', 'notStartsWith', 'notEndsWith'],
  search: ['search', 'notSearch'],
  group: ['or', 'and'],
  order: ['orderAsc', 'orderDesc', 'orderRandom'],
  cursor: ['cursorAfter', 'cursorBefore'],
  limit: ['limit'],
  offset: ['offset'],
  select: ['select'],
} as const;
type Kind = keyof typeof methods;
const filterKinds = ['equal', 'comparison', 'range', 'null', 'element', 'affix', 'search'] as const;

export type Method<Of extends Kind = Kind> = (typeof methods)[Of][number];
export type FilterMethod = Method<(typeof filterKinds)[number]>;

/** Whether a method is of one of these kinds. */
export function isMethod<Of extends Kind>(method: string, ...kinds: readonly Of[]): method is Method<Of> {
  return kinds.some((kind) => (methods[kind] as readonly string[]).includes(method));
}

export function isFilter(method: Method): method is FilterMethod {
  return isMethod(method, ...filterKinds);
}

/** A query of a request, parsed but not yet checked against a table. Source: docs/rules.md#queries. */
export interface Query {
  readonly method: Method;
  /** The attribute's path; empty if the query has none. */
  readonly attribute: string;
  readonly values: readonly Json[];
  /** The alternatives of `or` or the parts of `and`; empty for other methods. */
  readonly nested: readonly Query[];
}

export function invalidQuery(message: string): ApiError {
  return new ApiError('general_query_invalid', message);
}

/**
 * Throws if a filter has a wrong number of values. In `equal` and all `contains` methods, a first value `{}` or `[]` counts as none,
 * as on Appwrite.
 */
export function checkArity(method: Method, values: readonly Json[]): void {
  const [first] = values;
  const count = values.length;
  const isEmpty = typeof first === 'object' && first !== null && Object.keys(first).length === 0;
  const name = method.charAt(0).toUpperCase() + method.slice(1);
  const wrongCount = (amount: string) => invalidQuery(`Invalid query: ${name} queries require ${amount}.`);
  if (isMethod(method, 'equal', 'element') && (count === 0 || isEmpty))
    throw wrongCount('at least one value');
  if (isMethod(method, 'comparison', 'affix', 'search') && count !== 1) throw wrongCount('exactly one value');
  if (isMethod(method, 'range') && count !== 2) throw wrongCount('exactly two values');
}

/** Parses one query from its JSON text. Throws 400 `general_query_invalid` in the wording of docs/rules.md#query-errors. */
export function parseQuery(text: string): Query {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    throw invalidQuery('Invalid query: Syntax error');
  }
  return toQuery(value, 0);
}

/** Maximum depth of nested groups, which bounds the recursion. */
const MAX_NESTING = 3;

function toQuery(value: Json, depth: number): Query {
  if (typeof value !== 'object' || value === null)
    throw invalidQuery(`Invalid query. Must be an array, got ${typeName(value)}`);
  const fields = new Map(Object.entries(value));
  const method = fields.get('method') ?? '';
  const attribute = fields.get('attribute') ?? '';
  const valueList = fields.get('values') ?? [];
  if (typeof method !== 'string')
    throw invalidQuery(`Invalid query method. Must be a string, got ${typeName(method)}`);
  if (method === 'elemMatch') throw invalidQuery('Invalid query: elemMatch is not supported by the database');
  if (!isMethod(method, ...(Object.keys(methods) as Kind[])))
    throw invalidQuery(`Invalid query method: ${method}`);
  if (typeof attribute !== 'string')
    throw invalidQuery(`Invalid query attribute. Must be a string, got ${typeName(attribute)}`);
  if (typeof valueList !== 'object')
    throw invalidQuery(`Invalid query values. Must be an array, got ${typeName(valueList)}`);
  const values = Object.values(valueList);
  if (!isMethod(method, 'group')) return { method, attribute, values, nested: [] };
  if (depth >= MAX_NESTING) throw invalidQuery(`Invalid query: Groups may be nested ${MAX_NESTING} deep`);
  return { method, attribute, values: [], nested: values.map((value) => toQuery(value, depth + 1)) };
}

/** Returns PHP's name of a value's type, which Appwrite's messages use. */
function typeName(value: Json): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'double';
  return typeof value === 'object' ? 'array' : typeof value;
}

export interface Order {
  readonly attribute: string;
  readonly descending: boolean;
}

/** The part of a row to return. `related` has the relationships to return as objects. */
export interface Select {
  readonly all: boolean;
  readonly keys: ReadonlySet<string>;
  readonly related: ReadonlyMap<string, Select>;
}

/** Selects a whole row, with relationships as ids. */
export const WHOLE_ROW: Select = { all: true, keys: new Set(), related: new Map() };
