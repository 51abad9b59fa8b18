import { randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ID_PATTERN } from '#contract/limits.ts';
import { ApiError, invalidParam } from '#http/api-error.ts';
import type { BackendEnv, Json } from '../context.ts';
import { parsePermission } from '../permissions.ts';

// Ids

const ID = new RegExp(`^${ID_PATTERN}$`);

export const UID_RULE =
  "UID must contain at most 36 chars. Valid chars are a-z, A-Z, 0-9, and underscore. Can't start with a leading underscore";
export const CUSTOM_ID_RULE =
  "Parameter must contain at most 36 chars. Valid chars are a-z, A-Z, 0-9, period, hyphen, and underscore. Can't start with a special char";

export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}

/** Returns an id from a path or body, and does not look it up. Throws 400 if it is malformed. Source: docs/rules.md#parameters. */
export function checkId(name: string, value: Json | undefined, rule = UID_RULE): string {
  if (isId(value)) return value;
  throw invalidParam(name, rule);
}

/** Returns the id of a new object; `unique()` generates one. Throws 400 if it is malformed. Source: docs/rules.md#parameters. */
export function parseNewId(name: string, value: Json | undefined): string {
  return value === 'unique()' ? generateId() : checkId(name, value, CUSTOM_ID_RULE);
}

/** Returns twenty random hexadecimal characters. */
export function generateId(): string {
  return randomBytes(10).toString('hex');
}

// Bodies

/** Maximum size of a JSON body in bytes, with a key. */
export const MAX_JSON_BYTES = 1024 * 1024;
/** Maximum size of a JSON body in bytes without a key: visitors cannot write. */
const MAX_VISITOR_JSON_BYTES = 64 * 1024;

/** Refuses a JSON body that exceeds the limit for the caller. */
export const limitJson: MiddlewareHandler<BackendEnv> = (context, next) =>
  limitBody(context.get('caller') === 'key' ? MAX_JSON_BYTES : MAX_VISITOR_JSON_BYTES)(context, next);

/** Refuses a body of more than `maxSize` bytes, by its declared length or, without one, while reading it. */
export function limitBody(maxSize: number): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new ApiError('general_body_too_large', { limit: maxSize.toLocaleString('en') });
    },
  });
}

/** The parameters of a JSON body. A map, because a lookup in an object would also find properties of its prototype. */
export type Body = ReadonlyMap<string, Json>;

/** Maximum nesting of a body: without a limit, serializing it could overflow the stack. */
const MAX_DEPTH = 16;

/**
 * Reads a JSON body. One that is not a JSON object counts as empty, as on Appwrite. Throws 400 if it is nested too deeply. Source:
 * docs/rules.md#parameters.
 */
export async function readBody(context: Context): Promise<Body> {
  const value = parseJson(await context.req.text());
  return new Map(isObject(value) ? Object.entries(value) : []);
}

export function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): Json {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return null;
  }
  if (isDeeper(value, MAX_DEPTH))
    throw new ApiError('general_argument_invalid', `The body is nested more than ${MAX_DEPTH} levels deep.`);
  return value;
}

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1));
}

/** Parses the `data` of a body, an object or its JSON text; empty if absent. Throws 400 for other values. */
export function parseDataParam(body: Body): { [key: string]: Json } {
  const value = body.get('data') ?? {};
  const object = typeof value === 'string' ? parseJson(value) : value;
  // PHP clients send an empty object as an empty list.
  if (Array.isArray(object) && object.length === 0) return {};
  if (!isObject(object)) throw invalidParam('data', 'Value must be a valid JSON object');
  return object;
}

/** Kinds of roles that a permission can name. */
const ROLE_KINDS = ['any', 'guests', 'users', 'user', 'team', 'member', 'label'];

/** Actions that a permission can name. */
const ACTIONS = {
  row: ['read', 'update', 'delete', 'write'],
  file: ['create', 'read', 'update', 'delete', 'write'],
};

/** Parses `permissions`, expanding `write` to `update` and `delete`; undefined if absent or null. Throws 400 if one is invalid. */
export function parsePermissionsParam(value: Json | undefined, kind: keyof typeof ACTIONS = 'row') {
  const actions = ACTIONS[kind];
  const invalid = (problem: string) => invalidParam('permissions', `${problem} or null`);
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length > 100) throw invalid('Permissions must be an array of strings.');
  const permissions = value.flatMap((permissionText) => {
    const text = typeof permissionText === 'string' ? permissionText : JSON.stringify(permissionText);
    const permission = parsePermission(text);
    const [, action = '', role = ''] = /^(\w+)\("(\w+)/.exec(text) ?? [];
    if (!permission && actions.includes(action) && !ROLE_KINDS.includes(role))
      throw invalid(`Role "${role.slice(0, 100)}" is not allowed. Must be one of: ${ROLE_KINDS.join(', ')}.`);
    if (!permission || !actions.includes(permission.action))
      throw invalid(
        `Permission "${text.slice(0, 100)}" is not allowed. Must be one of: ${actions.join(', ')}.`,
      );
    const grantedActions = permission.action === 'write' ? ['update', 'delete'] : [permission.action];
    return grantedActions.map((grantedAction) => `${grantedAction}("${permission.role}")`);
  });
  return [...new Set(permissions)];
}

/** Parses a boolean of a body or URL; undefined if absent. Throws 400 for other values. Source: docs/rules.md#parameters. */
export function parseFlagParam(parameters: Pick<Body, 'get'>, name: string): boolean | undefined {
  const value = parameters.get(name) ?? undefined;
  if (value === undefined) return undefined;
  const text = typeof value === 'object' ? '' : String(value);
  if (!['true', 'false', '1', '0'].includes(text)) throw invalidParam(name, 'Value must be a valid boolean');
  return text === 'true' || text === '1';
}

// URLs and queries

const MAX_QUERIES = 100;
const MAX_QUERY_CHARS = 4096;
const QUERIES_RULE = `Value must a valid array no longer than ${MAX_QUERIES} items and Value must be a valid string and at least 1 chars and no longer than ${MAX_QUERY_CHARS} chars`;

/** Returns the query texts of a URL: `queries[0]=…` or `queries[]=…`. Throws 400 if one is invalid. Source: docs/rules.md#queries. */
export function parseUrlQueries(context: Context): string[] {
  const { searchParams } = new URL(context.req.url);
  const parameters = [...searchParams].filter(([name]) => /^queries(?:\[|$)/.test(name));
  const isNamed = parameters.every(([name]) => /^queries\[\w{0,36}\]$/.test(name));
  return checkQueryTexts(isNamed ? parameters.map(([, text]) => text) : null);
}

/** Returns the query texts of a JSON body; none if absent. Throws 400 if one is invalid. */
export function parseQueriesParam(value: Json | undefined): string[] {
  return checkQueryTexts(value ?? []);
}

function checkQueryTexts(value: Json): string[] {
  const isText = (item: Json): item is string =>
    typeof item === 'string' && item !== '' && item.length <= MAX_QUERY_CHARS;
  if (Array.isArray(value) && value.length <= MAX_QUERIES && value.every(isText)) return value;
  throw invalidParam('queries', QUERIES_RULE);
}

/** Parses a boolean URL parameter, such as `total=false`. Throws 400 for other values. Source: docs/rules.md#parameters. */
export function parseUrlFlag(context: Context, name: string, fallback: boolean): boolean {
  return parseFlagParam({ get: (key) => context.req.query(key) }, name) ?? fallback;
}

/** Parses an integer URL parameter; undefined if absent. Throws 400 unless it is an integer from `min` to `max`. */
export function parseUrlNumber(context: Context, name: string, min: number, max: number): number | undefined {
  const value = context.req.query(name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value.trim() === '' || !Number.isInteger(number) || number < min || number > max) {
    const bounds = `${min.toLocaleString('en')} and ${max.toLocaleString('en')}`;
    throw invalidParam(name, `Value must be a valid range between ${bounds}`);
  }
  return number;
}
