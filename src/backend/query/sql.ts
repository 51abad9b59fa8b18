import { type Condition, combineConditions, conditionSql, listNeedles } from '#text/condition.ts';
import { separators } from '#text/search-key.ts';
import { compilePrefix, compileQuery, compileSuffix } from '#text/title-query.ts';
import { foldWords } from '#text/words.ts';
import { nameCondition } from '../db/functions.ts';
import { joinConditions, negateCondition, quoteName, type Sql } from '../db/sqlite.ts';
import { columnName, type OpenTable, tableName } from '../db/tables.ts';
import { type Caller, GUEST_ROLES, isAllowed } from '../permissions.ts';
import type { RelationshipColumn, TableSchema } from '../schema.ts';
import { markOf, phraseMatch } from '../search/pages.ts';
import type { FilterMethod } from './parse.ts';

/** A value of a filter. */
export type Scalar = string | number | boolean;

/** A checked filter: attributes exist, values have the right type, and texts are compiled. */
export type Term =
  | { readonly kind: 'all' | 'any'; readonly terms: readonly Term[] }
  /** The search key of a text satisfies the condition or, negated, does not. Both are false for NULL. */
  | {
      readonly kind: 'text';
      readonly attribute: string;
      readonly condition: Condition;
      readonly negated: boolean;
    }
  | {
      readonly kind: 'test';
      readonly method: FilterMethod;
      readonly attribute: string;
      readonly values: readonly (string | number)[];
    }
  /** The folded text of the row matches an FTS5 MATCH expression. */
  | { readonly kind: 'words'; readonly match: string }
  /** The related row satisfies `term`; `id` is set if the term requests one row by its id. */
  | {
      readonly kind: 'related';
      readonly column: RelationshipColumn;
      readonly term: Term;
      readonly id: string | undefined;
    };

/** Compiles a `search`: any of its words, the last one also as a prefix. A text in double quotes is a phrase (docs/rules.md#queries). */
function compileWords(text: string): Condition {
  const { word } = separators;
  const phrase = /^"(.*)"$/s.exec(text.trim())?.[1];
  const words = foldWords(phrase ?? text);
  const wholeWord = (text: string): Condition => ({ contains: word + text + word });
  if (phrase !== undefined && words.length > 0) return wholeWord(words.join(word));
  const lastWord = words.slice(-1).map((last) => ({ contains: word + last }));
  return { any: [...words.slice(0, -1).map(wholeWord), ...lastWord] };
}

/** Compilers from a method's text to a condition on the search key. A negated method has the compiler of its opposite. */
const compilers: Partial<Record<FilterMethod, (text: string) => Condition>> = {
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

/** Creates the term of a filter method and compiles its texts. */
export function createTerm(
  table: TableSchema & Pick<OpenTable, 'pages'>,
  method: FilterMethod,
  attribute: string,
  values: readonly Scalar[],
): Term {
  if (attribute === table.pages?.words && (method === 'contains' || method === 'containsAny')) {
    const phrases = values.map((value) => phraseMatch(String(value)));
    if (phrases.every((phrase) => phrase !== undefined))
      return { kind: 'words', match: phrases.join(' OR ') };
  }
  const compile = table.columns.get(attribute)?.array ? undefined : compilers[method];
  if (!compile) {
    const storedValues = values.map((value) => (typeof value === 'boolean' ? +value : value));
    return { kind: 'test', method, attribute, values: storedValues };
  }
  const conditions = values.map((value) => compile(String(value)));
  const condition = combineConditions(conditions, method === 'containsAll' ? 'all' : 'any');
  return { kind: 'text', attribute, condition, negated: method.startsWith('not') };
}

/** Creates a term that is true if the related row satisfies `term`. */
export function createRelatedTerm(column: RelationshipColumn, term: Term): Term {
  const byId = term.kind === 'test' && term.method === 'equal' && term.attribute === '$id';
  const [id, ...otherIds] = byId ? term.values : [];
  const singleId = typeof id === 'string' && otherIds.length === 0 ? id : undefined;
  return { kind: 'related', column, term, id: singleId };
}

/** Groups terms. If all search the same text column and none is negated, they become one term, which an index can evaluate. */
export function groupTerms(kind: 'all' | 'any', terms: readonly Term[]): Term {
  const [first] = terms;
  const conditions = terms.flatMap((term) =>
    first?.kind === 'text' && term.kind === 'text' && !term.negated && term.attribute === first.attribute
      ? [term.condition]
      : [],
  );
  if (first?.kind !== 'text' || conditions.length < terms.length) return { kind, terms };
  return { ...first, condition: combineConditions(conditions, kind) };
}

/** A condition that every row meets. It is omitted from WHERE, because SQLite counts a whole table faster without one. */
export const EVERY_ROW_SQL: Sql = { text: 'TRUE', values: [] };

/** Returns a `WHERE` clause for conditions that must all be true; an empty text if they exclude no row. */
export function whereSql(conditions: readonly Sql[]): Sql {
  const restrictions = conditions.filter(({ text }) => text !== EVERY_ROW_SQL.text);
  const { text, values } = joinConditions(restrictions, 'AND');
  return { text: restrictions.length > 0 ? `WHERE ${text}` : '', values };
}

/**
 * Returns the SQL condition that the caller may read a row or file; undefined if nothing is readable. `permissionsColumn` is the column of
 * row permissions, or false if they do not apply.
 */
export function readableSql(
  caller: Caller,
  permissions: readonly string[],
  permissionsColumn: string | false,
): Sql | undefined {
  if (isAllowed(caller, 'read', permissions)) return EVERY_ROW_SQL;
  if (permissionsColumn === false) return undefined;
  const guestPermissions = GUEST_ROLES.map((role) => `read("${role}")`);
  return {
    text: `EXISTS (SELECT 1 FROM json_each(${permissionsColumn}) WHERE value IN (SELECT value FROM json_each(?)))`,
    values: [JSON.stringify(guestPermissions)],
  };
}

/** Returns the SQL condition of a term on the rows of `table`. A relationship leads only to rows that the caller may read. */
export function termSql(term: Term, table: OpenTable, caller: Caller): Sql {
  if (term.kind === 'test') return testSql(term, table);
  if (term.kind === 'text') {
    const condition = textSql(term, table);
    return term.negated ? negateCondition(condition) : condition;
  }
  if (term.kind === 'words') {
    const name = table.pages?.index;
    return { text: `_sequence IN (SELECT rowid FROM ${name} WHERE ${name} MATCH ?)`, values: [term.match] };
  }
  if (term.kind === 'related') {
    const column = quoteName(term.column.key);
    const related = table.tables.get(term.column.relatedTable);
    if (!related) throw new Error(`the schema has no table "${term.column.relatedTable}"`);
    const isShown = related.enabled || caller === 'key';
    const readable =
      isShown && readableSql(caller, related.permissions, related.rowSecurity && '_permissions');
    if (!readable) return { text: 'FALSE', values: [] };
    const inner = whereSql([termSql(term.term, related, caller), readable]);
    const ids = `SELECT _id FROM ${tableName(related)} ${inner.text}`;
    if (term.id === undefined) return { text: `${column} IN (${ids})`, values: inner.values };
    // With an equality, SQLite can read the rows in the order of an index.
    return { text: `${column} = ? AND EXISTS (${ids})`, values: [term.id, ...inner.values] };
  }
  const parts = term.terms.map((term) => termSql(term, table, caller));
  return joinConditions(parts, term.kind === 'all' ? 'AND' : 'OR');
}

/** Number of needles above which one function call is faster than repeated `instr`. */
const MAX_INSTR_NEEDLES = 24;

/** Returns the SQL condition on a text's search key, which is stored or computed for each row. The condition is NULL for NULL. */
function textSql({ attribute, condition }: Term & { kind: 'text' }, table: OpenTable): Sql {
  const keyColumn = table.keyColumns.get(attribute)?.search;
  const key = keyColumn ?? `search_key(${columnName(table, attribute)})`;
  if (!keyColumn || hasEmptyGroup(condition) || listNeedles(condition).length > MAX_INSTR_NEEDLES)
    return { text: `holds(${key}, ?)`, values: [nameCondition(condition)] };
  const { sql, values } = conditionSql(condition, key);
  return { text: sql, values };
}

/** Whether a condition contains a group without needles, whose SQL would be TRUE or FALSE instead of NULL for a missing text. */
function hasEmptyGroup(condition: Condition): boolean {
  if ('contains' in condition) return false;
  const parts = 'all' in condition ? condition.all : condition.any;
  return parts.length === 0 || parts.some(hasEmptyGroup);
}

const operators: Partial<Record<FilterMethod, string>> = {
  notEqual: '!= ?',
  lessThan: '< ?',
  lessThanEqual: '<= ?',
  greaterThan: '> ?',
  greaterThanEqual: '>= ?',
  between: 'BETWEEN ? AND ?',
  notBetween: 'NOT BETWEEN ? AND ?',
  isNull: 'IS NULL',
  isNotNull: 'IS NOT NULL',
};

function testSql({ method, attribute, values }: Term & { kind: 'test' }, table: OpenTable): Sql {
  const column = columnName(table, attribute);
  if (column === undefined) throw new Error(`the table "${table.id}" has no attribute "${attribute}"`);
  const operator = operators[method];
  if (operator) return { text: `${column} ${operator}`, values };
  if (method === 'equal') {
    if (values.length === 1) return { text: `${column} = ?`, values };
    // The SQL is the same for any number of values, so it is prepared once.
    return { text: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] };
  }
  // The remaining tests apply to lists; texts are tested by their search keys.
  const element = `EXISTS (SELECT 1 FROM json_each(${column}) WHERE value = ?)`;
  const elements = values.map((value) => ({ text: element, values: [value] }));
  const condition = joinConditions(elements, method === 'containsAll' ? 'AND' : 'OR');
  return method === 'notContains' ? negateCondition(condition) : condition;
}

/** Returns the FTS5 MATCH if the page index alone can evaluate all terms, at least one of them words; otherwise undefined. */
export function wordsMatch({ pages }: OpenTable, terms: readonly Term[]): string | undefined {
  if (!pages || !terms.some(({ kind }) => kind === 'words')) return undefined;
  const required: string[] = [];
  const excluded: string[] = [];
  for (const term of terms) {
    if (term.kind === 'words') required.push(term.match);
    else if (term.kind === 'test' && pages.markedColumns.includes(term.attribute)) {
      const markTerms = term.values.map((value) => `"${markOf(term.attribute, String(value))}"`);
      const match = `marks : (${markTerms.join(' OR ')})`;
      if (term.method === 'equal') required.push(match);
      else if (term.method === 'notEqual') excluded.push(match);
      else return undefined;
    } else return undefined;
  }
  const without = excluded.map((match) => ` NOT (${match})`).join('');
  return `(${required.map((match) => `(${match})`).join(' AND ')})${without}`;
}
