import type { Json } from '../change.ts';
import { ownFields } from '../database/names.ts';
import type { OpenTable } from '../database/open-table.ts';
import { isId, UID_RULE } from '../http/params.ts';
import { isLongText, type TableSchema } from '../schema.ts';
import { findAttribute, relatedPath, unknownAttribute } from './attribute.ts';
import { toTerms } from './filters.ts';
import { invalidQuery, isMethod, isTest, type Query } from './query.ts';
import { type Order, type Select, WHOLE_ROW } from './row-query.ts';

/** A question to one table that can be answered without a further check. */
export type RowQuery = ReturnType<typeof planRows>;

/**
 * How many rows are answered: when the queries name no limit, and whatever they name; then the most of a table of long texts, which are
 * read with their rows, and where they are shown. Bounds the memory of an answer; its `total` tells a caller that there are more.
 */
const PAGE = { usual: 25, most: 5000, mostOfTexts: 5000, mostShownTexts: 5000 };
/**
 * For visitors: the words of a book would take a hundred times what its titles take. A page of the list of all that was found inside the
 * lessons quotes 30 of them.
 */
export const VISITORS_PAGE = { ...PAGE, mostOfTexts: 1000, mostShownTexts: 30 };
const every = Number.MAX_SAFE_INTEGER;
/** For a bulk write, which means every row unless a limit is named. */
export const EVERY_ROW = { usual: every, most: every, mostOfTexts: every, mostShownTexts: every };

/** Makes of a request's queries one question to `table`: `orders` ends in an attribute that no two rows share. Throws 400 `general_query_invalid` where they do not fit it. */
export function planRows(queries: readonly Query[], table: OpenTable, size = PAGE) {
  const filters = queries.filter(({ method }) => isTest(method) || isMethod(method, 'group'));
  const ofKind = (kind: 'limit' | 'offset' | 'cursor' | 'order' | 'select') =>
    queries.filter(({ method }) => isMethod(method, kind));
  const limits = ofKind('limit').map(wholeNumber);
  const offsets = ofKind('offset').map(wholeNumber);
  const cursors = ofKind('cursor').map(toCursor);
  const selects = ofKind('select');
  const selected = selects.flatMap((query) => query.values);
  const select = selects.length === 0 ? WHOLE_ROW : toSelect(selected, table);
  return {
    terms: toTerms(filters, table),
    orders: toOrders(ofKind('order'), table),
    limit: Math.min(limits[0] ?? size.usual, mostRows(size, table, select)),
    offset: offsets[0] ?? 0,
    cursor: cursors[0],
    select,
  };
}

function mostRows(size: typeof PAGE, table: TableSchema, { all, keys }: Select): number {
  const texts = [...table.columns.values()].filter(isLongText);
  if (texts.length === 0) return size.most;
  return texts.some(({ key }) => all || keys.has(key)) ? size.mostShownTexts : size.mostOfTexts;
}

function wholeNumber({ method, values: [value] }: Query): number {
  const least = method === 'limit' ? 1 : 0;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  const number = Number(text);
  if (text === '' || Number.isNaN(number))
    // Appwrite reads both numbers by the rule of limits.
    throw invalidQuery('Invalid query: Invalid limit: Value must be a valid number');
  if (!Number.isInteger(number) || number < least || number > 2 ** 63)
    throw invalidQuery(
      `Invalid query: Invalid ${method}: Value must be a valid range between ${least} and 9,223,372,036,854,775,807`,
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

/** Related rows inside related rows, at most. Source: docs/rules.md#limits. */
const MAX_DEPTH = 3;

/** Reads what `select` queries name together. Throws what docs/rules.md#query-errors names. */
function toSelect(values: readonly Json[], table: OpenTable): Select {
  if (values.length === 0) throw invalidQuery('Invalid query: No attributes selected');
  const wrong = values.find((value) => typeof value !== 'string');
  if (wrong !== undefined)
    throw invalidQuery(`Invalid query: Attribute selection must be a string, got ${debugType(wrong)}`);
  if (new Set(values).size !== values.length)
    throw invalidQuery('Invalid query: Duplicate attributes selected');
  return selectOf(values as readonly string[], table, 0);
}

function selectOf(paths: readonly string[], table: OpenTable, depth: number): Select {
  const all = paths.includes('*');
  const keys = new Set<string>();
  const nested = new Map<string, { table: OpenTable; paths: string[] }>();
  for (const path of paths) {
    // Naming what every row has adds nothing.
    if (path === '*' || ownFields.includes(path)) continue;
    const attribute = findAttribute(table, path);
    const related = attribute ? undefined : relatedPath(table, path);
    if (attribute?.kind === 'relationship' && !all) throw invalidQuery(`Cannot select attributes: ${path}`);
    if (attribute) keys.add(path);
    else if (related && depth < MAX_DEPTH) {
      const { column, rest } = related;
      const known = nested.get(column.key);
      nested.set(column.key, { table: related.table, paths: [...(known?.paths ?? []), rest] });
    } else throw unknownAttribute(path.split('.', 1)[0] ?? path);
  }
  const related = [...nested].map(([key, one]) => [key, selectOf(one.paths, one.table, depth + 1)] as const);
  return { all, keys, related: new Map(related) };
}

/** PHP's short name of a type. */
function debugType(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return typeof value === 'boolean' ? 'bool' : 'array';
}
