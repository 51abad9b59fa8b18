import { isIP } from 'node:net';
import { nameColumns, unsafeInNames } from '#contract/name.ts';
import type { Json } from '../change.ts';
import { toDateText } from '../date-text.ts';
import type { Column, NumberColumn, TextColumn } from '../schema.ts';

export type StoredValue = string | number | null;
/** A value as the database holds it, or what is wrong with it. */
export type Checked = { readonly value: StoredValue } | { readonly problem: string };

/** Checks a value that is not null against its column. Source: docs/rules.md#structure-of-a-row. */
export function checkValue(column: Column, value: Json): Checked {
  if (!column.array) return checkOne(column, column.key, value);
  if (!Array.isArray(value)) return { problem: `Attribute "${column.key}" must be an array` };
  const stored: StoredValue[] = [];
  for (const [at, element] of value.entries()) {
    const checked = checkOne(column, `${column.key}['${at}']`, element);
    if ('problem' in checked) return checked;
    stored.push(checked.value);
  }
  return { value: JSON.stringify(stored) };
}

/** In Appwrite's words, its slip of the last digit included. */
const wholeNumber =
  'Value must be a valid signed 64-bit integer between -9,223,372,036,854,775,808 and 9,223,372,036,854,775,808';

function checkOne(column: Column, name: string, value: Json): Checked {
  const wrongType = (text: string): Checked => ({ problem: `Attribute "${name}" has invalid type. ${text}` });
  const wrongFormat = (text: string): Checked => ({
    problem: `Attribute "${name}" has invalid format. ${text}`,
  });
  switch (column.kind) {
    case 'boolean':
      return typeof value === 'boolean'
        ? { value: Number(value) }
        : wrongType('Value must be a valid boolean');
    case 'datetime': {
      const date = typeof value === 'string' ? toDateText(value) : undefined;
      return date === undefined ? wrongType('Value must be valid date') : { value: date };
    }
    case 'integer':
    case 'float': {
      const fits = column.kind === 'integer' ? Number.isInteger(value) : typeof value === 'number';
      if (!fits)
        return column.kind === 'integer'
          ? wrongFormat(wholeNumber)
          : wrongType('Value must be a valid float');
      const [min, max] = bounds(column);
      return (value as number) < min || (value as number) > max
        ? wrongFormat(`Value must be a valid range between ${shown(min)} and ${shown(max)}`)
        : { value: value as number };
    }
    case 'text': {
      if (typeof value !== 'string' || isLonger(value, column.size))
        return wrongType(`Value must be a valid string and no longer than ${column.size} chars`);
      const problem = formatProblem(column, value);
      return problem === undefined ? { value } : wrongFormat(problem);
    }
    case 'relationship':
      return { problem: `Attribute "${name}" is a relationship` };
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

function isLonger(text: string, characters: number): boolean {
  return text.length > characters && [...text].length > characters;
}

function formatProblem(column: TextColumn, value: string): string | undefined {
  switch (column.format) {
    case 'url':
      return URL.canParse(value) && value.includes('://') ? undefined : 'Value must be a valid URL';
    case 'email':
      return /^[^\s@"<>]{1,64}@[^\s@"<>]+\.[^\s@"<>.]+$/.test(value)
        ? undefined
        : 'Value must be a valid email address';
    case 'ip':
      return isIP(value) === 0 ? 'Value must be a valid IP address' : undefined;
    case 'enum':
      return column.elements.includes(value)
        ? undefined
        : `Value must be one of (${column.elements.join(', ')})`;
    case 'plain':
      return nameColumns.has(column.key) && unsafeInNames.test(value)
        ? 'Value must not contain control characters or signs that change the direction of text'
        : undefined;
  }
}
