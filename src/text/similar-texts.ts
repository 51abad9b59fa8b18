/** Words long enough to tell what a text is about. */
const telling = /^\p{L}{4,}$/u;
/** A single common word is chance. */
const MIN_SHARED_WORDS = 2;

/** Returns the words that tell what folded texts are about, the longest and so rarest first. */
export function distinctiveWords(texts: readonly string[], most: number): string[] {
  const words = new Set(texts.flatMap((text) => text.split(' ').filter((word) => telling.test(word))));
  return [...words].sort((one, other) => other.length - one.length).slice(0, most);
}

/** Ranks ids by the words they share; rare words count more. `holders` has the ids of each word. */
export function mostSimilar(holders: Iterable<ReadonlySet<string>>, most: number): string[] {
  const scores = new Map<string, { score: number; shared: number }>();
  for (const others of holders) {
    for (const other of others) {
      const { score, shared } = scores.get(other) ?? { score: 0, shared: 0 };
      scores.set(other, { score: score + 1 / others.size, shared: shared + 1 });
    }
  }
  return [...scores]
    .filter(([, { shared }]) => shared >= MIN_SHARED_WORDS)
    .sort(([, one], [, other]) => other.score - one.score)
    .slice(0, most)
    .map(([name]) => name);
}
