import type { Context } from 'hono';
import { invalidParam } from '#http/api-error.ts';
import type { Json } from '../change.ts';
import { parseQuery, type Query } from '../queries/query.ts';
import { flagParam } from './json-body.ts';

const MAX_QUERIES = 100;
const MAX_LENGTH = 4096;
const RULE = `Value must a valid array no longer than ${MAX_QUERIES} items and Value must be a valid string and at least 1 chars and no longer than ${MAX_LENGTH} chars`;

/** The queries of a request's URL: `queries[0]=…&queries[1]=…` or `queries[]=…`, whatever stands in the brackets. Source: docs/rules.md#queries. */
export function urlQueries(context: Context): Query[] {
  return urlQueryTexts(context).map(parseQuery);
}

/** The same, checked in number and length only: what a query says is looked at when its table is known. */
export function urlQueryTexts(context: Context): string[] {
  const { searchParams } = new URL(context.req.url);
  const given = [...searchParams].filter(([name]) => /^queries(?:\[|$)/.test(name));
  const isNamed = given.every(([name]) => /^queries\[\w{0,36}\]$/.test(name));
  return checkTexts(isNamed ? given.map(([, text]) => text) : null);
}

/** The queries of a JSON body; none when there are none. */
export function toQueries(value: Json | undefined): Query[] {
  return checkTexts(value ?? []).map(parseQuery);
}

function checkTexts(value: Json): string[] {
  const isText = (one: Json): one is string =>
    typeof one === 'string' && one !== '' && one.length <= MAX_LENGTH;
  if (Array.isArray(value) && value.length <= MAX_QUERIES && value.every(isText)) return value;
  throw invalidParam('queries', RULE);
}

/** A flag such as `total=false` of the URL. Source: docs/rules.md#parameters. */
export function urlFlag(context: Context, name: string, fallback: boolean): boolean {
  return flagParam({ get: (key) => context.req.query(key) }, name) ?? fallback;
}

/** A whole number of the URL between two bounds; undefined when it is not there. */
export function urlNumber(context: Context, name: string, min: number, max: number): number | undefined {
  const value = context.req.query(name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value.trim() === '' || !Number.isInteger(number) || number < min || number > max) {
    const bounds = `${min.toLocaleString('en')} and ${max.toLocaleString('en')}`;
    throw invalidParam(name, `Value must be a valid range between ${bounds}`);
  }
  return number;
}
