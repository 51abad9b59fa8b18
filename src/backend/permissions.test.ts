import { expect, it } from 'vitest';
import { parsePermission } from './permissions.ts';

it.each([
  ['read("any")', { action: 'read', role: 'any' }],
  ['write("user:abc")', { action: 'write', role: 'user:abc' }],
  ['create("team:x/owner")', { action: 'create', role: 'team:x/owner' }],
  ['delete("label:staff")', { action: 'delete', role: 'label:staff' }],
])('parses %s', (text, permission) => {
  expect(parsePermission(text)).toEqual(permission);
});

it.each([
  '',
  'read',
  'read(any)',
  'read("")',
  'read("everyone")',
  'READ("any")',
  'fly("any")',
  'read("any") ',
  'read("any","b")',
  'read("any"))',
  'read("user:")',
  'read("anyone")',
])('rejects %s', (text) => {
  expect(parsePermission(text)).toBeUndefined();
});
