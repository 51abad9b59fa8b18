import { setTimeout } from 'node:timers/promises';

/**
 * Writes one thing after another, and together whatever came while the write before went on, or within `pause` milliseconds of the
 * first, as long as not all have come. The answer is that of its own write.
 */
export function gathered<Item>(
  write: (items: Item[]) => Promise<void>,
  pause = 0,
  allCame: Promise<void> = new Promise(() => {}),
): (item: Item) => Promise<void> {
  let waiting: Item[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return (item) => {
    waiting.push(item);
    next ??= Promise.all([last, pause && Promise.race([allCame, setTimeout(pause)])]).then(() => {
      const items = waiting;
      [waiting, next] = [[], undefined];
      const written = write(items);
      last = written.catch(() => undefined);
      return written;
    });
    return next;
  };
}
