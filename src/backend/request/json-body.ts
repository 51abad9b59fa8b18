import type { Context } from 'hono';
import { ApiError, invalidParam } from '#http/api-error.ts';
import type { Json } from '../change.ts';
import { parsePermission } from '../permissions.ts';

/** The named parameters of a JSON body; looking one up never finds anything of the language's own. */
export type Body = ReadonlyMap<string, Json>;

/** Levels of lists and objects in a body: no column holds any, and a tower of them could break the writer. */
const MAX_DEPTH = 16;

/** Reads a JSON body. A malformed one counts as empty, as on Appwrite. Source: docs/rules.md#parameters. */
export async function readBody(context: Context): Promise<Body> {
  const value = parsed(await context.req.text());
  return new Map(isObject(value) ? Object.entries(value) : []);
}

export function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): Json {
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
  return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1));
}

/** The `data` of a body, which may also come as its JSON text; empty when there is none. */
export function dataParam(body: Body): { [key: string]: Json } {
  const value = body.get('data') ?? {};
  const object = typeof value === 'string' ? parsed(value) : value;
  // PHP writes an empty object as an empty list.
  if (Array.isArray(object) && object.length === 0) return {};
  if (!isObject(object)) throw invalidParam('data', 'Value must be a valid JSON object');
  return object;
}

/** Who a permission may be for. */
const roles = ['any', 'guests', 'users', 'user', 'team', 'member', 'label'];

/** What a permission on each thing may allow, and what `write` stands for there. */
const permitted = {
  row: { words: ['read', 'update', 'delete', 'write'], write: ['update', 'delete'] },
  file: { words: ['create', 'read', 'update', 'delete', 'write'], write: ['update', 'delete'] },
  bucket: { words: ['create', 'read', 'update', 'delete', 'write'], write: ['create', 'update', 'delete'] },
};

/** The `permissions` of something, `write` spelled out; undefined when there are none given. */
export function permissionsParam(value: Json | undefined, of: keyof typeof permitted = 'row') {
  const { words, write } = permitted[of];
  const wrong = (problem: string) => invalidParam('permissions', `${problem} or null`);
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length > 100) throw wrong('Permissions must be an array of strings.');
  const permissions = value.flatMap((given) => {
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    const permission = parsePermission(text);
    const [, word = '', role = ''] = /^(\w+)\("(\w+)/.exec(text) ?? [];
    if (!permission && words.includes(word) && !roles.includes(role))
      throw wrong(`Role "${role.slice(0, 100)}" is not allowed. Must be one of: ${roles.join(', ')}.`);
    if (!permission || !words.includes(permission.action))
      throw wrong(`Permission "${text.slice(0, 100)}" is not allowed. Must be one of: ${words.join(', ')}.`);
    const actions = permission.action === 'write' ? write : [permission.action];
    return actions.map((action) => `${action}("${permission.role}")`);
  });
  return [...new Set(permissions)];
}

/** A flag of a body or an address; undefined when it is not there. Source: docs/rules.md#parameters. */
export function flagParam(from: Pick<Body, 'get'>, name: string): boolean | undefined {
  const value = from.get(name) ?? undefined;
  if (value === undefined) return undefined;
  const text = typeof value === 'object' ? '' : String(value);
  if (!['true', 'false', '1', '0'].includes(text)) throw invalidParam(name, 'Value must be a valid boolean');
  return text === 'true' || text === '1';
}
