import { randomBytes } from 'node:crypto';
import { idPattern } from '#contract/id-pattern.ts';
import { invalidParam } from '#http/api-error.ts';
import type { Json } from '../change.ts';

const ID = new RegExp(`^${idPattern}$`);

export const UID_RULE =
  "UID must contain at most 36 chars. Valid chars are a-z, A-Z, 0-9, and underscore. Can't start with a leading underscore";
export const CUSTOM_ID_RULE =
  "Parameter must contain at most 36 chars. Valid chars are a-z, A-Z, 0-9, period, hyphen, and underscore. Can't start with a special char";

export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}

/** Checks an id in a path or body, usually of something that exists. Source: docs/rules.md#parameters. */
export function checkId(name: string, value: Json | undefined, rule = UID_RULE): string {
  if (isId(value)) return value;
  throw invalidParam(name, rule);
}

/** Checks an id that the caller chooses for something new; `unique()` makes one. Source: docs/rules.md#parameters. */
export function newId(name: string, value: Json | undefined): string {
  return value === 'unique()' ? uniqueId() : checkId(name, value, CUSTOM_ID_RULE);
}

/** Twenty hexadecimal characters that no other call returns. */
export function uniqueId(): string {
  return randomBytes(10).toString('hex');
}
