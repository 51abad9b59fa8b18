import { ownTable } from '../own-table.ts';

/** Transactions are kept and listed as rows. Source: docs/rules.md#transactions. */
export const transactionTable = ownTable('transactions', {
  status: 'text',
  operations: 'integer',
  expiresAt: 'datetime',
});
