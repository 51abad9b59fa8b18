import { isIP } from 'node:net';
import { nameColumns, unsafeInNames } from '#contract/name.ts';
import { ApiError } from '#http/api-error.ts';
import type { Json } from '../context.ts';
import { toDateText } from '../date-text.ts';
import { CUSTOM_ID_RULE, isId, isObject, parsePermissionsParam } from '../http/params.ts';
import {
  type Column,
  type NumberColumn,
  relationships,
  systemColumns,
  systemFields,
  type TableSchema,
  type TextColumn,
} from '../schema.ts';

export type StoredValue = string | number | null;

/** `$collectionId` is the former name of `$tableId`, which some clients still send back. */
const allowedFields = [...systemFields, '$collectionId'];
/** Describes `$createdAt` and `$updatedAt` like a column, to check their values. */
const dateColumn = { kind: 'datetime', required: false, array: false, default: null } as const;

/**
 * Checks `data` and returns its values by SQL column, and its relationships. `new` and `whole` need every required column, `new` adds
 * defaults, `part` checks only the given columns. Throws 400 (docs/rules.md#structure-of-a-row).
 */
export function toRowData(table: TableSchema, data: { [key: string]: Json }, mode: 'new' | 'whole' | 'part') {
  const dataValues = new Map(Object.entries(data));
  const related = relationships(table)
    .filter((column) => dataValues.has(column.key))
    .map((column) => ({ column, value: checkRelated(dataValues.get(column.key) ?? null) }));
  const columnValue = (column: Column) =>
    dataValues.get(column.key) ?? (mode === 'new' ? column.default : null);
  for (const column of table.columns.values()) {
    const isNeeded = column.required && (mode !== 'part' || dataValues.has(column.key));
    if (isNeeded && columnValue(column) === null)
      throw invalidRow(`Missing required attribute "${column.key}"`);
  }
  for (const key of dataValues.keys()) {
    if (!table.columns.has(key) && !allowedFields.includes(key))
      throw invalidRow(`Unknown attribute: "${key}"`);
  }
  const values = new Map<string, StoredValue>();
  for (const column of table.columns.values()) {
    if (column.kind === 'relationship' || (!dataValues.has(column.key) && mode !== 'new')) continue;
    const value = columnValue(column);
    values.set(column.key, value === null ? null : checkValue(column, value));
  }
  const permissions = parsePermissionsParam(dataValues.get('$permissions'));
  if (permissions) values.set('_permissions', JSON.stringify(permissions));
  for (const key of ['$createdAt', '$updatedAt']) {
    const value = dataValues.get(key) ?? null;
    if (value !== null) values.set(systemColumns.get(key) ?? key, checkValue({ ...dateColumn, key }, value));
  }
  return { values, related };
}

/** Checks the value of a relationship column: null, a row, or an id, even of a missing row. Throws 400 for anything else. */
function checkRelated(value: Json): null | string | { [key: string]: Json } {
  const invalid = (problem: string) => new ApiError('relationship_value_invalid', problem);
  if (value === null) return null;
  if (Array.isArray(value))
    throw invalid('Invalid relationship value. Must be either a document ID or a document, array given.');
  const isRow = isObject(value) && Object.keys(value).length > 0;
  if (!isRow && typeof value !== 'string')
    throw invalid('Relationship value must be an object, document ID string, or associative array');
  const isNew = isRow && (value.$id === undefined || value.$id === 'unique()');
  if (!isNew && !isId(isRow ? value.$id : value)) throw invalid(CUSTOM_ID_RULE);
  return value;
}

/** Creates the error 400 `row_invalid_structure` with the problem of a row. */
function invalidRow(problem: string): ApiError {
  return new ApiError('row_invalid_structure', { problem });
}

/** Converts a value that is not null to its stored form. Throws 400 (docs/rules.md#structure-of-a-row). */
function checkValue(column: Column, value: Json): StoredValue {
  if (!column.array) return checkItem(column, column.key, value);
  if (!Array.isArray(value)) throw invalidRow(`Attribute "${column.key}" must be an array`);
  return JSON.stringify(value.map((item, at) => checkItem(column, `${column.key}['${at}']`, item)));
}

/** Appwrite's message, including the wrong last digit. */
const integerRule =
  'Value must be a valid signed 64-bit integer between -9,223,372,036,854,775,808 and 9,223,372,036,854,775,808';

function checkItem(column: Column, name: string, value: Json): StoredValue {
  const invalid = (fault: 'type' | 'format', text: string) =>
    invalidRow(`Attribute "${name}" has invalid ${fault}. ${text}`);
  switch (column.kind) {
    case 'boolean':
      if (typeof value !== 'boolean') throw invalid('type', 'Value must be a valid boolean');
      return Number(value);
    case 'datetime': {
      const date = typeof value === 'string' ? toDateText(value) : undefined;
      if (date === undefined) throw invalid('type', 'Value must be valid date');
      return date;
    }
    case 'integer':
    case 'float': {
      if (column.kind === 'integer' && !Number.isInteger(value)) throw invalid('format', integerRule);
      if (typeof value !== 'number') throw invalid('type', 'Value must be a valid float');
      const [min, max] = boundsOf(column);
      if (value < min || value > max)
        throw invalid(
          'format',
          `Value must be a valid range between ${boundText(min)} and ${boundText(max)}`,
        );
      return value;
    }
    case 'text': {
      // Counts characters: some take two code units.
      if (typeof value !== 'string' || (value.length > column.size && [...value].length > column.size))
        throw invalid('type', `Value must be a valid string and no longer than ${column.size} chars`);
      const problem = formatProblems[column.format](column, value);
      if (problem) throw invalid('format', problem);
      return value;
    }
    case 'relationship':
      throw invalidRow(`Attribute "${name}" is a relationship`);
  }
}

/** Returns the bounds of a number column. Those of an integer column are narrowed so that integers stay exact in JSON. */
export function boundsOf(column: NumberColumn): [min: number, max: number] {
  const max = column.kind === 'integer' ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE;
  return [Math.max(column.min ?? -max, -max), Math.min(column.max ?? max, max)];
}

function boundText(bound: number): string {
  return bound.toLocaleString('en', { maximumFractionDigits: 20 });
}

/** Checks of a text by its column's format. Each returns the error message, or false for a valid text. */
const formatProblems: Record<TextColumn['format'], (column: TextColumn, value: string) => string | false> = {
  url: (_, value) => !(URL.canParse(value) && value.includes('://')) && 'Value must be a valid URL',
  email: (_, value) =>
    !/^[^\s@"<>]{1,64}@[^\s@"<>]+\.[^\s@"<>.]+$/.test(value) && 'Value must be a valid email address',
  ip: (_, value) => isIP(value) === 0 && 'Value must be a valid IP address',
  enum: ({ elements }, value) => !elements.includes(value) && `Value must be one of (${elements.join(', ')})`,
  plain: ({ key }, value) =>
    nameColumns.has(key) &&
    unsafeInNames.test(value) &&
    'Value must not contain control characters or characters that change the direction of text',
};
