import { ApiError } from '#http/api-error.ts';
import { type PermissionAction, rolesFor } from './permissions.ts';

/** Who asks: an anonymous visitor, or the owner by a server key (no permission checks). */
export interface Caller {
  readonly kind: 'guest' | 'key';
  /** SDKs of before 1.9 want `$sequence` as a number. Source: docs/rules.md#sdk-versions. */
  readonly numericSequence?: boolean;
}

/** A visitor, by the roles that permissions name. */
export const GUEST = { kind: 'guest', roles: ['any', 'guests'] } satisfies Caller & { roles: string[] };

/** Whether the caller may do `action` on something with these permissions. Visitors never write, whatever they say. */
export function may(caller: Caller, action: PermissionAction, permissions: readonly string[]): boolean {
  if (caller.kind === 'key') return true;
  return action === 'read' && rolesFor(permissions, 'read').some((role) => GUEST.roles.includes(role));
}

/** Refuses a visitor on a route that only a key may use. Source: docs/rules.md#callers. */
export function requireKey(caller: Caller, ...scopes: readonly string[]): void {
  if (caller.kind === 'key') return;
  throw new ApiError(
    'general_unauthorized_scope',
    `User (role: guests) missing scopes (${JSON.stringify(scopes)})`,
  );
}
