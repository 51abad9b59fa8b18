import type { Json } from '../change.ts';
import { wholeWords } from '../database/whole-words.ts';
import type { Schema, TableSchema } from '../schema.ts';
import { type Attribute, findAttribute, relatedPath, toStored, unknownAttribute } from './attribute.ts';
import { checkArity, invalidQuery, isTest, type Query, type TestMethod } from './query.ts';
import type { Filter } from './row-query.ts';

const MAX_VALUES = 500;
/** Conditions of one request, each text to look for counted as one: what bounds the work on every row. */
const MAX_CONDITIONS = 100;
/** Forms of a word that are looked up in an index cost no more than one text that is looked for inside others. */
const FORMS = 4;
/** Characters of a text to look for inside others. */
const MAX_TEXT = 256;

const elementMethods = ['contains', 'containsAny', 'containsAll', 'notContains'];
const textMethods = [...elementMethods, 'startsWith', 'endsWith', 'notStartsWith', 'notEndsWith'];
const searchMethods = ['search', 'notSearch'];

/** Holds the filters of a request against a table. Throws what docs/rules.md#query-errors names. */
export function toFilters(queries: readonly Query[], schema: Schema, table: TableSchema): Filter[] {
  const equalPaths = queries
    .filter((query) => query.method === 'equal' && relatedPath(schema, table, query.attribute))
    .map((query) => query.attribute);
  const twice = equalPaths.find((path, at) => equalPaths.indexOf(path) !== at);
  if (twice !== undefined)
    throw invalidQuery(
      `Multiple equal queries on '${twice}' will never match a single document. Use Query::containsAll() to match across different related documents.`,
    );
  const filters = queries.map((query) => toFilter(query, schema, table));
  const conditions = filters.reduce((sum, filter) => sum + weigh(filter, table), 0);
  if (conditions > MAX_CONDITIONS)
    throw invalidQuery(
      `Invalid query: A request may hold ${MAX_CONDITIONS} conditions, this one has ${conditions}`,
    );
  return filters;
}

function toFilter(query: Query, schema: Schema, table: TableSchema): Filter {
  const { method } = query;
  if (isTest(method)) return toTest(method, query.attribute, query, schema, table);
  const name = method === 'or' ? 'Or' : 'And';
  if (query.nested.length < 2)
    throw invalidQuery(`Invalid query: ${name} queries require at least two queries`);
  if (query.nested.some((one) => !isTest(one.method) && one.method !== 'or' && one.method !== 'and'))
    throw invalidQuery(`Invalid query: ${name} queries can only contain filter queries`);
  const filters = query.nested.map((one) => toFilter(one, schema, table));
  return { kind: method === 'or' ? 'any' : 'all', filters };
}

function toTest(method: TestMethod, path: string, query: Query, schema: Schema, table: TableSchema): Filter {
  checkArity(method, query.values);
  const attribute = findAttribute(table, path);
  if (attribute) {
    if (query.values.length > MAX_VALUES)
      throw invalidQuery(
        `Invalid query: Query on attribute has greater than ${MAX_VALUES} values: ${query.attribute}`,
      );
    const values = query.values.map((value) => toValue(method, attribute, path, value));
    checkMethod(method, attribute, path, table);
    const isOfNull = method === 'isNull' || method === 'isNotNull';
    return { kind: 'test', method, attribute: path, values: isOfNull ? [] : values };
  }
  const related = relatedPath(schema, table, path);
  if (!related) throw unknownAttribute(path);
  const filter = toTest(method, related.rest, query, schema, related.table);
  return { kind: 'related', column: related.column, table: related.table, filter };
}

function checkMethod(method: TestMethod, attribute: Attribute, path: string, table: TableSchema): void {
  const { kind, array, name } = attribute;
  if (searchMethods.includes(method)) {
    const indexed = table.indexes.some((index) => index.type === 'fulltext' && index.columns[0] === name);
    if (!indexed) throw invalidQuery(`Searching by attribute "${path}" requires a fulltext index.`);
  } else if (
    elementMethods.includes(method)
      ? kind !== 'text' && !array
      : textMethods.includes(method) && kind !== 'text'
  ) {
    throw invalidQuery(
      `Invalid query: Cannot query ${method} on attribute "${path}" because it is not an array, string, or object.`,
    );
  }
  if (array && !elementMethods.includes(method) && method !== 'isNull' && method !== 'isNotNull')
    throw invalidQuery(
      `Invalid query: Cannot query ${method} on attribute "${path}" because it is an array.`,
    );
}

function toValue(method: TestMethod, attribute: Attribute, path: string, value: Json) {
  const stored = toStored(attribute, path, value);
  const long = textMethods.includes(method) || searchMethods.includes(method);
  if (long && typeof stored === 'string' && stored.length > MAX_TEXT && !attribute.array)
    throw invalidQuery(`Invalid query: A text to look for may have ${MAX_TEXT} characters, in "${path}"`);
  return stored;
}

function weigh(filter: Filter, table: TableSchema): number {
  if (filter.kind === 'related') return weigh(filter.filter, filter.table);
  if (filter.kind !== 'test') return filter.filters.reduce((sum, one) => sum + weigh(one, table), 0);
  if (filter.attribute === wholeWords(table)?.key) return Math.ceil(filter.values.length / FORMS);
  return textMethods.includes(filter.method) ? filter.values.length : 1;
}
