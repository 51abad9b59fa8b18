import { beforeEach } from 'vitest';
import { things, writingBench } from './writing-bench.ts';

/** A writing bench with the steps of transactions, and at each test's begin the thing `old` with its count at 5. */
export function transactionBench() {
  const bench = writingBench();
  beforeEach(async () => {
    await bench.tables.upsertRow({ ...things, rowId: 'old', data: { name: 'old', count: 5 } });
    bench.changes.length = 0;
  });
  return {
    bench,
    begin: async () => (await bench.tables.createTransaction({ ttl: 60 })).$id,
    commit: (transactionId: string) => bench.tables.updateTransaction({ transactionId, commit: true }),
    rollBack: (transactionId: string) => bench.tables.updateTransaction({ transactionId, rollback: true }),
    /** The name of a thing, as a transaction sees it when one is given. */
    name: async (rowId: string, transactionId?: string) =>
      (await bench.tables.getRow({ ...things, rowId, ...(transactionId ? { transactionId } : {}) })).name,
  };
}
