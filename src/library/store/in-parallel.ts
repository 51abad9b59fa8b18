/**
 * Starts `work` for all items in order, at most `atOnce` at a time. After a rejection, starts no further item, waits for the running
 * ones, and rejects with one of the errors.
 */
export async function runInParallel<Item>(
  atOnce: number,
  items: Item[],
  work: (item: Item) => Promise<void>,
) {
  // When a worker's loop throws, it also ends the shared generator for the other workers.
  const queue = (function* () {
    yield* items;
  })();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  const results = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
