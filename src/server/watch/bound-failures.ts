import { createRepeats } from './repeats.ts';

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
  const repeats = createRepeats<undefined>();
  let since = now();
  return (...words: unknown[]): void => {
    if (now() - since >= hour) {
      repeats.takeUntold();
      since = now();
    }
    const error = words.find((word) => word instanceof Error);
    if (error && !repeats.isTold(placeOf(error), undefined)) return;
    tell(...words);
  };
}
