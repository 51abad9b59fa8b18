import { isIP } from 'node:net';
import { nameColumns, unsafeInNames } from '#contract/name.ts';
import type { Json } from '../change.ts';
import { toDateText } from '../date-text.ts';
import { ApiError } from '../errors.ts';
import type { Column, NumberColumn, TextColumn } from '../schema.ts';

export type StoredValue = string | number | null;

/** 400 `row_invalid_structure`: what is wrong with a row. */
export function invalidRow(problem: string): ApiError {
  return new ApiError('row_invalid_structure', { problem });
}

/** The value, which is not null, as the database holds it. Throws 400 as docs/rules.md#structure-of-a-row says. */
export function checkValue(column: Column, value: Json): StoredValue {
  if (!column.array) return checkOne(column, column.key, value);
  if (!Array.isArray(value)) throw invalidRow(`Attribute "${column.key}" must be an array`);
  return JSON.stringify(value.map((one, at) => checkOne(column, `${column.key}['${at}']`, one)));
}

/** In Appwrite's words, its slip of the last digit included. */
const wholeNumber =
  'Value must be a valid signed 64-bit integer between -9,223,372,036,854,775,808 and 9,223,372,036,854,775,808';

function checkOne(column: Column, name: string, value: Json): StoredValue {
  const wrong = (what: 'type' | 'format', text: string) =>
    invalidRow(`Attribute "${name}" has invalid ${what}. ${text}`);
  switch (column.kind) {
    case 'boolean':
      if (typeof value !== 'boolean') throw wrong('type', 'Value must be a valid boolean');
      return Number(value);
    case 'datetime': {
      const date = typeof value === 'string' ? toDateText(value) : undefined;
      if (date === undefined) throw wrong('type', 'Value must be valid date');
      return date;
    }
    case 'integer':
    case 'float': {
      if (column.kind === 'integer' && !Number.isInteger(value)) throw wrong('format', wholeNumber);
      if (typeof value !== 'number') throw wrong('type', 'Value must be a valid float');
      const [min, max] = bounds(column);
      if (value < min || value > max)
        throw wrong('format', `Value must be a valid range between ${shown(min)} and ${shown(max)}`);
      return value;
    }
    case 'text': {
      // Characters are counted, of which some are two of a string's units.
      if (typeof value !== 'string' || (value.length > column.size && [...value].length > column.size))
        throw wrong('type', `Value must be a valid string and no longer than ${column.size} chars`);
      const problem = formatProblem[column.format](column, value);
      if (problem) throw wrong('format', problem);
      return value;
    }
    case 'relationship':
      throw invalidRow(`Attribute "${name}" is a relationship`);
  }
}

/** The smallest and the largest number a column takes. Whole numbers stay exact in JSON. */
export function bounds(column: NumberColumn): [min: number, max: number] {
  const most = column.kind === 'integer' ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE;
  return [Math.max(column.min ?? -most, -most), Math.min(column.max ?? most, most)];
}

function shown(bound: number): string {
  return bound.toLocaleString('en', { maximumFractionDigits: 20 });
}

/** What is said of a text that is not of its column's format. */
const formatProblem: Record<TextColumn['format'], (column: TextColumn, value: string) => string | false> = {
  url: (_, value) => !(URL.canParse(value) && value.includes('://')) && 'Value must be a valid URL',
  email: (_, value) =>
    !/^[^\s@"<>]{1,64}@[^\s@"<>]+\.[^\s@"<>.]+$/.test(value) && 'Value must be a valid email address',
  ip: (_, value) => isIP(value) === 0 && 'Value must be a valid IP address',
  enum: ({ elements }, value) => !elements.includes(value) && `Value must be one of (${elements.join(', ')})`,
  plain: ({ key }, value) =>
    nameColumns.has(key) &&
    unsafeInNames.test(value) &&
    'Value must not contain control characters or signs that change the direction of text',
};
