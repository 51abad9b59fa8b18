import { longestText } from '#contract/longest-text.ts';
import type { Json } from '../change.ts';
import type { OpenTable } from '../database/open-table.ts';
import { wholeWords } from '../database/whole-words.ts';
import type { TableSchema } from '../schema.ts';
import { groupTerm, relatedTerm, type Term, testTerm } from '../search/term.ts';
import { type Attribute, findAttribute, relatedPath, toStored, unknownAttribute } from './attribute.ts';
import { checkArity, invalidQuery, isMethod, isTest, type Query, type TestMethod } from './query.ts';

const MAX_VALUES = 500;
/** Conditions of one request, each text to look for counted as one: what bounds the work on every row. */
const MAX_CONDITIONS = 100;
/** Forms of a word that are looked up in an index cost no more than one text that is looked for inside others. */
const FORMS = 4;

/** Holds the filters of a request against a table. Throws what docs/rules.md#query-errors names. */
export function toTerms(queries: readonly Query[], table: OpenTable): readonly Term[] {
  const equalPaths = queries
    .filter((query) => query.method === 'equal' && relatedPath(table, query.attribute))
    .map((query) => query.attribute);
  const twice = equalPaths.find((path, at) => equalPaths.indexOf(path) !== at);
  if (twice !== undefined)
    throw invalidQuery(
      `Multiple equal queries on '${twice}' will never match a single document. Use Query::containsAll() to match across different related documents.`,
    );
  let conditions = 0;

  const toTerm = (query: Query): Term => {
    const { method, nested } = query;
    if (isTest(method)) return toTest(method, query.attribute, query, table);
    const name = method === 'or' ? 'Or' : 'And';
    if (nested.length < 2) throw invalidQuery(`Invalid query: ${name} queries require at least two queries`);
    if (nested.some((one) => !isTest(one.method) && !isMethod(one.method, 'group')))
      throw invalidQuery(`Invalid query: ${name} queries can only contain filter queries`);
    return groupTerm(method === 'or' ? 'any' : 'all', nested.map(toTerm));
  };

  const toTest = (method: TestMethod, path: string, query: Query, of: OpenTable): Term => {
    checkArity(method, query.values);
    const attribute = findAttribute(of, path);
    if (!attribute) {
      const related = relatedPath(of, path);
      if (!related) throw unknownAttribute(path);
      return relatedTerm(related.column, related.table, toTest(method, related.rest, query, related.table));
    }
    if (query.values.length > MAX_VALUES)
      throw invalidQuery(
        `Invalid query: Query on attribute has greater than ${MAX_VALUES} values: ${query.attribute}`,
      );
    const values = query.values.map((value) => toValue(method, attribute, path, value));
    checkMethod(method, attribute, path, of);
    const isFolded = path === wholeWords(of)?.key;
    const texts = isMethod(method, 'element', 'affix') ? values.length : 1;
    conditions += isFolded ? Math.ceil(values.length / FORMS) : texts;
    return testTerm(of, method, path, isMethod(method, 'null') ? [] : values);
  };

  const terms = queries.map(toTerm);
  if (conditions > MAX_CONDITIONS)
    throw invalidQuery(
      `Invalid query: A request may hold ${MAX_CONDITIONS} conditions, this one has ${conditions}`,
    );
  return terms;
}

function checkMethod(method: TestMethod, attribute: Attribute, path: string, table: TableSchema): void {
  const { kind, array, name } = attribute;
  if (isMethod(method, 'search')) {
    const indexed = table.indexes.some((index) => index.type === 'fulltext' && index.columns[0] === name);
    if (!indexed) throw invalidQuery(`Searching by attribute "${path}" requires a fulltext index.`);
  }
  const isOfText = isMethod(method, 'affix') || (isMethod(method, 'element') && !array);
  if (isOfText && kind !== 'text')
    throw invalidQuery(
      `Invalid query: Cannot query ${method} on attribute "${path}" because it is not an array, string, or object.`,
    );
  if (array && !isMethod(method, 'element', 'null'))
    throw invalidQuery(
      `Invalid query: Cannot query ${method} on attribute "${path}" because it is an array.`,
    );
}

function toValue(method: TestMethod, attribute: Attribute, path: string, value: Json) {
  const stored = toStored(attribute, path, value);
  const long = isMethod(method, 'element', 'affix', 'search');
  if (long && typeof stored === 'string' && stored.length > longestText && !attribute.array)
    throw invalidQuery(`Invalid query: A text to look for may have ${longestText} characters, in "${path}"`);
  return stored;
}
