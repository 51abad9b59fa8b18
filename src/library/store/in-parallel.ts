/** Calls `work` for every item, at most `atOnce` at a time, in order. After a rejection no further item is begun, and it rejects. */
export async function inParallel<Item>(atOnce: number, items: Item[], work: (item: Item) => Promise<void>) {
  // A loop that throws ends a generator for the others too.
  const queue = (function* () {
    yield* items;
  })();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  const results = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
