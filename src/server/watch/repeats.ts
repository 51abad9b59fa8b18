/** Lines of one kind that are told in an hour; whoever looks for a fault needs to see some, and not all of a thousand. */
const mostOfAKind = 3;
/** Kinds that are told apart in an hour. */
const mostKinds = 500;

/** Counts what is said again and again, so that an hour of it fits on a screen and on a disk; `About` says what a kind is. */
export function createRepeats<About>() {
  const kinds = new Map<string, { about: About; times: number }>();
  return {
    /** Counts one of a kind. Whether it is to be told: not when enough of its kind were. */
    isTold(kind: string, about: About): boolean {
      const seen = kinds.get(kind) ?? { about, times: 0 };
      if (kinds.size < mostKinds) kinds.set(kind, seen);
      seen.times += 1;
      return seen.times <= mostOfAKind;
    },
    /** What was only counted, and how often; begins anew. */
    takeUntold(): { about: About; repeated: number }[] {
      const untold = [...kinds.values()].map(({ about, times }) => ({
        about,
        repeated: times - mostOfAKind,
      }));
      kinds.clear();
      return untold.filter(({ repeated }) => repeated > 0);
    },
  };
}
