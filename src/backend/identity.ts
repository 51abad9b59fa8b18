import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError, unauthorized } from './errors.ts';
import { type PermissionAction, rolesFor } from './permissions.ts';

/** Who asks: an anonymous visitor, or the owner by a server key (no permission checks). */
export type Caller = { readonly kind: 'guest' | 'key'; readonly roles: readonly string[] };

export const GUEST: Caller = { kind: 'guest', roles: ['any', 'guests'] };
const KEY: Caller = { kind: 'key', roles: ['any'] };

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Makes the check of a presented key. Digests are compared, each with every one, so that time tells nothing. */
export function createKeyCheck(keys: readonly string[]): (presented: string) => boolean {
  const known = keys.filter((key) => key !== '').map(digest);
  return (presented) => {
    const asked = digest(presented);
    return known.map((key) => timingSafeEqual(key, asked)).includes(true);
  };
}

/** Decides the caller from the project id and key of a request. Throws the refusals of docs/rules.md#callers. */
export function identify(
  request: { project: string; key: string },
  projectId: string,
  wrongKey: boolean,
): Caller {
  if (request.project === '')
    throw new ApiError(request.key === '' ? 'general_access_forbidden' : 'project_id_missing');
  if (request.project !== projectId) throw new ApiError('project_not_found');
  if (request.key === '') return GUEST;
  if (wrongKey) throw unauthorized();
  return KEY;
}

/** Whether the caller may do `action` on something with these permissions. Visitors never write, whatever they say. */
export function may(caller: Caller, action: PermissionAction, permissions: readonly string[]): boolean {
  if (caller.kind === 'key') return true;
  return action === 'read' && rolesFor(permissions, 'read').some((role) => caller.roles.includes(role));
}

/** Refuses a visitor on a route that only a key may use. Source: docs/rules.md#callers. */
export function requireKey(caller: Caller, ...scopes: readonly string[]): void {
  if (caller.kind === 'key') return;
  throw new ApiError(
    'general_unauthorized_scope',
    `User (role: guests) missing scopes (${JSON.stringify(scopes)})`,
  );
}
