import type { Json } from '../change.ts';
import { ApiError } from '../errors.ts';

const single = [
  'notEqual',
  'lessThan',
  'lessThanEqual',
  'greaterThan',
  'greaterThanEqual',
  'startsWith',
  'endsWith',
  'notStartsWith',
  'notEndsWith',
  'search',
  'notSearch',
] as const;
const several = ['equal', 'contains', 'containsAny', 'notContains', 'containsAll'] as const;
const pairs = ['between', 'notBetween'] as const;
const empty = ['isNull', 'isNotNull'] as const;
const groups = ['or', 'and'] as const;
const shapes = [
  'orderAsc',
  'orderDesc',
  'orderRandom',
  'limit',
  'offset',
  'cursorAfter',
  'cursorBefore',
  'select',
] as const;
const methods = [...single, ...several, ...pairs, ...empty, ...groups, ...shapes] as const;

export type Method = (typeof methods)[number];
export type TestMethod = (typeof single | typeof several | typeof pairs | typeof empty)[number];

/** One query of the wire, read but not yet held against a table. Source: docs/rules.md#queries. */
export interface Query {
  readonly method: Method;
  /** Empty when the query has none. */
  readonly attribute: string;
  readonly values: readonly Json[];
  /** The alternatives of `or`, the parts of `and`. */
  readonly nested: readonly Query[];
}

export function invalidQuery(message: string): ApiError {
  return new ApiError('general_query_invalid', message);
}

/** Throws unless the method has as many values as it takes. To PHP an empty object or list is no value. */
export function checkArity(method: Method, values: readonly Json[]): void {
  const [first] = values;
  const count = values.length;
  const none = typeof first === 'object' && first !== null && Object.keys(first).length === 0;
  const name = method.charAt(0).toUpperCase() + method.slice(1);
  const wants = (amount: string) => invalidQuery(`Invalid query: ${name} queries require ${amount}.`);
  if (includes(several, method) && (count === 0 || none)) throw wants('at least one value');
  if (includes(single, method) && count !== 1) throw wants('exactly one value');
  if (includes(pairs, method) && count !== 2) throw wants('exactly two values');
}

export function isTest(method: Method): method is TestMethod {
  return [single, several, pairs, empty].some((list) => includes(list, method));
}

/** Reads one query from its JSON text. Throws 400 `general_query_invalid` in the wording of docs/rules.md#query-errors. */
export function parseQuery(text: string): Query {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    throw invalidQuery('Invalid query: Syntax error');
  }
  return toQuery(value, 0);
}

/** Groups inside groups, at most: more is an attack, not a question. */
const MAX_NESTING = 3;

function toQuery(value: Json, depth: number): Query {
  if (typeof value !== 'object' || value === null)
    throw invalidQuery(`Invalid query. Must be an array, got ${typeName(value)}`);
  const fields = new Map(Object.entries(value));
  const method = fields.get('method') ?? '';
  const attribute = fields.get('attribute') ?? '';
  const given = fields.get('values') ?? [];
  if (typeof method !== 'string')
    throw invalidQuery(`Invalid query method. Must be a string, got ${typeName(method)}`);
  if (method === 'elemMatch') throw invalidQuery('Invalid query: elemMatch is not supported by the database');
  if (!includes(methods, method)) throw invalidQuery(`Invalid query method: ${method}`);
  if (typeof attribute !== 'string')
    throw invalidQuery(`Invalid query attribute. Must be a string, got ${typeName(attribute)}`);
  if (typeof given !== 'object')
    throw invalidQuery(`Invalid query values. Must be an array, got ${typeName(given)}`);
  const values = Object.values(given);
  if (!includes(groups, method)) return { method, attribute, values, nested: [] };
  if (depth >= MAX_NESTING) throw invalidQuery(`Invalid query: Groups may be nested ${MAX_NESTING} deep`);
  return { method, attribute, values: [], nested: values.map((one) => toQuery(one, depth + 1)) };
}

/** PHP's name of a type, which the wire's messages use. */
function typeName(value: Json): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'double';
  return typeof value === 'object' ? 'array' : typeof value;
}

function includes<T extends string>(list: readonly T[], value: string): value is T {
  return (list as readonly string[]).includes(value);
}
