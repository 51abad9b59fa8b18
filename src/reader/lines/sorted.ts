/** As `toSorted`, sooner for what is in order already, as most lines are: a comparison that the engine's sort asks for costs a call. */
export function sorted<T>(items: readonly T[], compare: (one: T, other: T) => number): T[] {
  for (let index = 1; index < items.length; index++)
    if (compare(items[index - 1] as T, items[index] as T) > 0) return items.toSorted(compare);
  return [...items];
}
