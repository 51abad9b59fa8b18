/** Failures of one kind that are told in an hour, as in the log of JSON. */
const mostOfAKind = 3;
const hour = 3_600_000;

/** Where an error was thrown: its message may hold what was asked. */
const placeOf = ({ name, stack = '' }: Error) => `${name} ${/\n\s+at .*/.exec(stack)?.[0]}`;

/**
 * Tells failures, but of each kind only so many in an hour: who asks again and again for what fails would fill the disk with the log.
 * What holds no error is always told.
 */
export function boundFailures(
  tell: (...words: unknown[]) => void,
  now: () => number = () => performance.now(),
) {
  const kinds = new Map<string, number>();
  let since = now();
  return (...words: unknown[]): void => {
    if (now() - since >= hour) {
      kinds.clear();
      since = now();
    }
    const error = words.find((word) => word instanceof Error);
    if (error) {
      const place = placeOf(error);
      const times = (kinds.get(place) ?? 0) + 1;
      kinds.set(place, times);
      if (times > mostOfAKind) return;
    }
    tell(...words);
  };
}
