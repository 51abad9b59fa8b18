/** Writes one thing after another, and together whatever came while the write before went on. The answer is that of its own write. */
export function gathered<Item>(write: (items: Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let waiting: Item[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return (item) => {
    waiting.push(item);
    next ??= last.then(() => {
      const items = waiting;
      [waiting, next] = [[], undefined];
      const written = write(items);
      last = written.catch(() => undefined);
      return written;
    });
    return next;
  };
}
