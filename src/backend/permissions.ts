/** An anonymous visitor, or the owner with an API key. */
export type Caller = 'guest' | 'key';

export type PermissionAction = 'read' | 'create' | 'update' | 'delete' | 'write';

/** The roles of a visitor. */
export const GUEST_ROLES: readonly string[] = ['any', 'guests'];

const PERMISSION =
  /^(read|create|update|delete|write)\("(any|guests|(?:users|user:[\w.-]+)(?:\/\w+)?|(?:team|label|member):[\w.-]+(?:\/[\w.-]+)?)"\)$/;

/** Parses a permission string such as `read("any")`; undefined if it is malformed. */
export function parsePermission(text: string): { action: PermissionAction; role: string } | undefined {
  const [, action, role] = PERMISSION.exec(text) ?? [];
  return action && role ? { action: action as PermissionAction, role } : undefined;
}

/** Returns the roles to which `permissions` grant `action`; `write` means create, update and delete. */
export function rolesFor(permissions: readonly string[], action: PermissionAction): string[] {
  const parsedPermissions = permissions.map(parsePermission).filter((permission) => permission !== undefined);
  const matchingPermissions = parsedPermissions.filter(
    (permission) => permission.action === action || (permission.action === 'write' && action !== 'read'),
  );
  return matchingPermissions.map(({ role }) => role);
}

/** Whether the caller may perform `action` with these permissions. Visitors never write, regardless of permissions. */
export function isAllowed(caller: Caller, action: PermissionAction, permissions: readonly string[]): boolean {
  if (caller === 'key') return true;
  return action === 'read' && rolesFor(permissions, 'read').some((role) => GUEST_ROLES.includes(role));
}
