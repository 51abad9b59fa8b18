/** A word of so many letters tells of what a text is about. */
const telling = /^\p{L}{4,}$/u;
/** One word in common is chance. */
const leastShared = 2;

/** The words of folded texts that tell what these are about, the longest first: they are the rarest. */
export function distinctiveWords(texts: readonly string[], most: number): string[] {
  const words = new Set(texts.flatMap((text) => text.split(' ').filter((word) => telling.test(word))));
  return [...words].sort((one, other) => other.length - one.length).slice(0, most);
}

/** Those that share most of some words: a word counts the more the fewer have it. `holders` has, for each word, those that have it. */
export function mostSimilar(holders: Iterable<ReadonlySet<string>>, most: number): string[] {
  const scores = new Map<string, { score: number; shared: number }>();
  for (const others of holders) {
    for (const other of others) {
      const { score, shared } = scores.get(other) ?? { score: 0, shared: 0 };
      scores.set(other, { score: score + 1 / others.size, shared: shared + 1 });
    }
  }
  return [...scores]
    .filter(([, { shared }]) => shared >= leastShared)
    .sort(([, one], [, other]) => other.score - one.score)
    .slice(0, most)
    .map(([name]) => name);
}
