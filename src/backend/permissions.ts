export type PermissionAction = 'read' | 'create' | 'update' | 'delete' | 'write';

const PERMISSION =
  /^(read|create|update|delete|write)\("(any|guests|(?:users|user:[\w.-]+)(?:\/\w+)?|(?:team|label|member):[\w.-]+(?:\/[\w.-]+)?)"\)$/;

/** Reads a permission string such as `read("any")`; undefined when it is none. Source: docs/rules.md#permissions. */
export function parsePermission(text: string): { action: PermissionAction; role: string } | undefined {
  const [, action, role] = PERMISSION.exec(text) ?? [];
  return action && role ? { action: action as PermissionAction, role } : undefined;
}

/** The roles that `permissions` let do `action`; `write` stands for create, update and delete. */
export function rolesFor(permissions: readonly string[], action: PermissionAction): string[] {
  const given = permissions.map(parsePermission).filter((permission) => permission !== undefined);
  const ofAction = given.filter(
    (one) => one.action === action || (one.action === 'write' && action !== 'read'),
  );
  return ofAction.map(({ role }) => role);
}
