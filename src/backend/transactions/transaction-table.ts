import type { TableSchema } from '../schema.ts';

const plain = { required: false, array: false, default: null } as const;

/** Transactions are kept and listed as rows of a table that no schema file can name. Source: docs/rules.md#transactions. */
export const transactionTable: TableSchema = {
  id: 'transactions',
  databaseId: '',
  name: 'Transactions',
  enabled: true,
  rowSecurity: false,
  permissions: [],
  columns: new Map([
    ['status', { ...plain, key: 'status', kind: 'text', size: 16, format: 'plain', elements: [] }],
    ['operations', { ...plain, key: 'operations', kind: 'integer', min: 0, max: null }],
    ['expiresAt', { ...plain, key: 'expiresAt', kind: 'datetime' }],
  ]),
  indexes: [],
};
