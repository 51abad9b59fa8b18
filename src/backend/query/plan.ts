import * as v from 'valibot';
import { MAX_SEARCH_CODE_UNITS } from '#contract/limits.ts';
import { PAGES_PER_TEXT } from '#contract/urls.ts';
import { listNeedles } from '#text/condition.ts';
import { countWords } from '#text/page-query.ts';
import type { Json } from '../context.ts';
import { toDateText } from '../date-text.ts';
import type { OpenTable } from '../db/tables.ts';
import { isId, UID_RULE } from '../http/params.ts';
import { isLongText, systemFields, type TableSchema } from '../schema.ts';
import {
  checkArity,
  type FilterMethod,
  invalidQuery,
  isFilter,
  isMethod,
  type Order,
  type Query,
  type Select,
  WHOLE_ROW,
} from './parse.ts';
import { createRelatedTerm, createTerm, groupTerms, type Scalar, type Term } from './sql.ts';

/** A fully checked query of one table. */
export type RowQuery = ReturnType<typeof planRows>;

/**
 * Page sizes in rows, which limit the memory of a response. In tables with long texts, `maxOfShownTexts` applies if the response includes
 * such a text, and otherwise `maxOfTexts`.
 */
const PAGE_SIZES = { default: 25, max: 5000, maxOfTexts: 5000, maxOfShownTexts: 5000 };
/** Page sizes for visitors: a page of long texts is a hundred times larger than one of titles. */
export const VISITORS_PAGE_SIZES = { ...PAGE_SIZES, maxOfTexts: 1000, maxOfShownTexts: PAGES_PER_TEXT };
const UNLIMITED = Number.MAX_SAFE_INTEGER;
/** Page sizes of a bulk write, which applies to every matching row unless it has a `limit`. */
export const BULK_PAGE_SIZES = {
  default: UNLIMITED,
  max: UNLIMITED,
  maxOfTexts: UNLIMITED,
  maxOfShownTexts: UNLIMITED,
};

/**
 * Combines queries into one query of `table`. The first limit, offset and cursor count; a limit above `size` is reduced. Unless random,
 * `orders` has a unique attribute. Throws 400 `general_query_invalid`.
 */
export function planRows(queries: readonly Query[], table: OpenTable, size = PAGE_SIZES) {
  const filters = queries.filter(({ method }) => isFilter(method) || isMethod(method, 'group'));
  const ofKind = (kind: 'limit' | 'offset' | 'cursor' | 'order' | 'select') =>
    queries.filter(({ method }) => isMethod(method, kind));
  const limits = ofKind('limit').map(wholeNumber);
  const offsets = ofKind('offset').map(wholeNumber);
  const cursors = ofKind('cursor').map(toCursor);
  const selects = ofKind('select');
  const selectedPaths = selects.flatMap((query) => query.values);
  const select = selects.length === 0 ? WHOLE_ROW : toSelect(selectedPaths, table);
  return {
    terms: toTerms(filters, table),
    orders: toOrders(ofKind('order'), table),
    limit: Math.min(limits[0] ?? size.default, maxRows(size, table, select)),
    offset: offsets[0] ?? 0,
    cursor: cursors[0],
    select,
  };
}

function maxRows(size: typeof PAGE_SIZES, table: TableSchema, { all, keys }: Select): number {
  const texts = [...table.columns.values()].filter(isLongText);
  if (texts.length === 0) return size.max;
  return texts.some(({ key }) => all || keys.has(key)) ? size.maxOfShownTexts : size.maxOfTexts;
}

function wholeNumber({ method, values: [value] }: Query): number {
  const min = method === 'limit' ? 1 : 0;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  const number = Number(text);
  if (text === '' || Number.isNaN(number))
    // Appwrite's message names the limit for an invalid offset too.
    throw invalidQuery('Invalid query: Invalid limit: Value must be a valid number');
  if (!Number.isInteger(number) || number < min || number > 2 ** 63)
    throw invalidQuery(
      `Invalid query: Invalid ${method}: Value must be a valid range between ${min} and 9,223,372,036,854,775,807`,
    );
  return Math.min(number, Number.MAX_SAFE_INTEGER);
}

function toCursor({ method, values: [id] }: Query): { id: string; before: boolean } {
  if (!isId(id)) throw invalidQuery(`Invalid cursor: ${UID_RULE}`);
  return { id, before: method === 'cursorBefore' };
}

function toOrders(queries: readonly Query[], table: OpenTable): readonly Order[] | 'random' {
  if (queries.some((query) => query.method === 'orderRandom')) return 'random';
  const orders = queries.map((query): Order => {
    const attribute = query.attribute || '$sequence';
    if (!findAttribute(table, attribute)) {
      const related = relatedPath(table, attribute);
      if (!related) throw unknownAttribute(attribute);
      throw invalidQuery(`Invalid query: Cannot order by nested attribute: ${related.column.key}`);
    }
    return { attribute, descending: query.method === 'orderDesc' };
  });
  if (orders.some(({ attribute }) => attribute === '$id' || attribute === '$sequence')) return orders;
  const [first] = orders;
  const byDate = first?.attribute === '$createdAt' || first?.attribute === '$updatedAt';
  return [...orders, { attribute: '$sequence', descending: byDate && first.descending }];
}

/** Maximum nesting of selected related rows. Source: docs/rules.md#limits. */
const MAX_DEPTH = 3;

/** Combines the attributes of all `select` queries. Throws the errors of docs/rules.md#query-errors. */
function toSelect(values: readonly Json[], table: OpenTable): Select {
  if (values.length === 0) throw invalidQuery('Invalid query: No attributes selected');
  const invalid = values.find((value) => typeof value !== 'string');
  if (invalid !== undefined)
    throw invalidQuery(`Invalid query: Attribute selection must be a string, got ${debugType(invalid)}`);
  if (new Set(values).size !== values.length)
    throw invalidQuery('Invalid query: Duplicate attributes selected');
  return selectOf(values as readonly string[], table, 0);
}

function selectOf(paths: readonly string[], table: OpenTable, depth: number): Select {
  const all = paths.includes('*');
  const keys = new Set<string>();
  const nested = new Map<string, { table: OpenTable; paths: string[] }>();
  for (const path of paths) {
    // Every response has the system fields.
    if (path === '*' || systemFields.includes(path)) continue;
    const attribute = findAttribute(table, path);
    const related = attribute ? undefined : relatedPath(table, path);
    if (attribute?.kind === 'relationship' && !all) throw invalidQuery(`Cannot select attributes: ${path}`);
    if (attribute) keys.add(path);
    else if (related && depth < MAX_DEPTH) {
      const { column, subpath } = related;
      const relation = nested.get(column.key);
      nested.set(column.key, { table: related.table, paths: [...(relation?.paths ?? []), subpath] });
    } else throw unknownAttribute(path.split('.', 1)[0] ?? path);
  }
  const related = [...nested].map(
    ([key, relation]) => [key, selectOf(relation.paths, relation.table, depth + 1)] as const,
  );
  return { all, keys, related: new Map(related) };
}

/** Returns PHP's short name of a value's type, which Appwrite's message uses. */
function debugType(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return typeof value === 'boolean' ? 'bool' : 'array';
}

const MAX_VALUES = 500;
/** Maximum number of conditions in one request, which bounds the work on every row. Each needle of a searched title counts as one. */
const MAX_CONDITIONS = 100;
/** Number of words looked up in their index that count as one condition: a lookup is cheaper than a scan. */
const LOOKUPS_PER_CONDITION = 4;
/**
 * Maximum number of beginnings of words looked up in one request. Each reads the pages of all words that begin with it. One of fewer than
 * three letters counts as ten.
 */
const MAX_BEGINNINGS = 100;

/** Returns how many beginnings of words a value counts as; 0 for whole words. */
function countBeginnings(value: string): number {
  const [beginning = ''] = /[^ ]*$/.exec(value) ?? [];
  return beginning === '' ? 0 : [...beginning].length < 3 ? 10 : 1;
}

/** Checks the filters of a request against a table. Throws the errors of docs/rules.md#query-errors. */
function toTerms(queries: readonly Query[], table: OpenTable): readonly Term[] {
  const equalPaths = queries
    .filter((query) => query.method === 'equal' && relatedPath(table, query.attribute))
    .map((query) => query.attribute);
  const repeatedPath = equalPaths.find((path, at) => equalPaths.indexOf(path) !== at);
  if (repeatedPath !== undefined)
    throw invalidQuery(
      `Multiple equal queries on '${repeatedPath}' will never match a single document. Use Query::containsAll() to match across different related documents.`,
    );
  let conditions = 0;
  let beginnings = 0;

  const toTerm = (query: Query): Term => {
    const { method, nested } = query;
    if (isFilter(method)) return toTest(method, query.attribute, query, table);
    const name = method === 'or' ? 'Or' : 'And';
    if (nested.length < 2) throw invalidQuery(`Invalid query: ${name} queries require at least two queries`);
    if (nested.some((child) => !isFilter(child.method) && !isMethod(child.method, 'group')))
      throw invalidQuery(`Invalid query: ${name} queries can only contain filter queries`);
    return groupTerms(method === 'or' ? 'any' : 'all', nested.map(toTerm));
  };

  const toTest = (method: FilterMethod, path: string, query: Query, target: OpenTable): Term => {
    checkArity(method, query.values);
    const attribute = findAttribute(target, path);
    if (!attribute) {
      const related = relatedPath(target, path);
      if (!related) throw unknownAttribute(path);
      return createRelatedTerm(related.column, toTest(method, related.subpath, query, related.table));
    }
    if (query.values.length > MAX_VALUES)
      throw invalidQuery(
        `Invalid query: Query on attribute has greater than ${MAX_VALUES} values: ${query.attribute}`,
      );
    const values = query.values.map((value) => toValue(method, attribute, path, value));
    checkMethod(method, attribute, path, target);
    const term = createTerm(target, method, path, isMethod(method, 'null') ? [] : values);
    if (path === target.pages?.words) {
      const phrases = values.map(String);
      beginnings += phrases.reduce((sum, phrase) => sum + countBeginnings(phrase), 0);
      const wordCount = phrases.reduce((sum, phrase) => sum + countWords(phrase), 0);
      conditions += Math.ceil(wordCount / LOOKUPS_PER_CONDITION);
    } else if (term.kind === 'text' && target.keyColumns.get(path)?.trigrams)
      conditions += Math.max(1, listNeedles(term.condition).length);
    else conditions += isMethod(method, 'element') ? values.length : 1;
    return term;
  };

  const terms = queries.map(toTerm);
  if (conditions > MAX_CONDITIONS)
    throw invalidQuery(
      `Invalid query: A request may have at most ${MAX_CONDITIONS} conditions, this one has ${conditions}`,
    );
  if (beginnings > MAX_BEGINNINGS)
    throw invalidQuery(
      `Invalid query: A request may search for the beginnings of at most ${MAX_BEGINNINGS} words, or of 10 with fewer than three letters`,
    );
  return terms;
}

function checkMethod(method: FilterMethod, attribute: Attribute, path: string, table: TableSchema): void {
  const { kind, array, name } = attribute;
  if (isMethod(method, 'search')) {
    const hasFulltextIndex = table.indexes.some(
      (index) => index.type === 'fulltext' && index.columns[0] === name,
    );
    if (!hasFulltextIndex) throw invalidQuery(`Searching by attribute "${path}" requires a fulltext index.`);
  }
  const isOfText = isMethod(method, 'affix') || (isMethod(method, 'element') && !array);
  if (isOfText && kind !== 'text')
    throw invalidQuery(
      `Invalid query: Cannot query ${method === 'containsAny' ? 'contains' : method} on attribute "${path}" because it is not an array, string, or object.`,
    );
  if (array && !isMethod(method, 'element', 'null'))
    throw invalidQuery(
      `Invalid query: Cannot query ${method} on attribute "${path}" because it is an array.`,
    );
}

function toValue(method: FilterMethod, attribute: Attribute, path: string, value: Json) {
  const storedValue = toStored(attribute, path, value);
  const isSearch = isMethod(method, 'element', 'affix', 'search');
  if (
    isSearch &&
    typeof storedValue === 'string' &&
    storedValue.length > MAX_SEARCH_CODE_UNITS &&
    !attribute.array
  )
    throw invalidQuery(
      `Invalid query: A search text may have at most ${MAX_SEARCH_CODE_UNITS} characters, in "${path}"`,
    );
  return storedValue;
}

const INT64_LIMIT = 2 ** 63;
/** Parsers from query values to stored values, by kind. */
const valueParsers = {
  text: v.string(),
  relationship: v.string(),
  boolean: v.boolean(),
  float: v.number(),
  integer: v.pipe(v.number(), v.integer(), v.gtValue(-INT64_LIMIT), v.ltValue(INT64_LIMIT)),
  datetime: v.pipe(v.string(), v.transform(toDateText), v.string()),
  // Text or number, depending on the SDK version.
  sequence: v.pipe(v.union([v.string(), v.number()]), v.toString(), v.regex(/^\d{1,15}$/), v.toNumber()),
};

/** An attribute that a query can name: a column or a system column. */
type Attribute = NonNullable<ReturnType<typeof findAttribute>>;

const systemKinds: ReadonlyMap<string, keyof typeof valueParsers> = new Map([
  ['$id', 'text'],
  ['$sequence', 'sequence'],
  ['$createdAt', 'datetime'],
  ['$updatedAt', 'datetime'],
]);

function findAttribute(table: TableSchema, name: string) {
  const kind = systemKinds.get(name);
  if (kind) return { name, kind, array: false };
  const column = table.columns.get(name);
  return column && { name, kind: column.kind, array: column.array };
}

function unknownAttribute(name: string): Error {
  return invalidQuery(`Invalid query: Attribute not found in schema: ${name}`);
}

/** Splits `category.categoryName` after its relationship; undefined if the path does not begin with one. */
function relatedPath(table: OpenTable, path: string) {
  const dot = path.indexOf('.');
  const column = table.columns.get(path.slice(0, dot));
  if (dot < 1 || column?.kind !== 'relationship') return undefined;
  const related = table.tables.get(column.relatedTable);
  return related && { column, table: related, subpath: path.slice(dot + 1) };
}

/** Converts a query value to its stored form. Throws if it does not have the attribute's type. */
function toStored({ kind }: Attribute, path: string, value: Json): Scalar {
  const result = v.safeParse(valueParsers[kind], value);
  if (result.success) return result.output;
  throw invalidQuery(`Invalid query: Query value is invalid for attribute "${path}"`);
}
