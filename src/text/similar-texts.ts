/** Minimum letters of a word that shows a text's topic. */
const longWord = /^\p{L}{4,}$/u;
/** Minimum shared words: a single one is chance. */
const MIN_SHARED_WORDS = 2;

/** Returns the words that show the topic of folded texts, longest (and so rarest) first. */
export function distinctiveWords(texts: readonly string[], limit: number): string[] {
  const words = new Set(texts.flatMap((text) => text.split(' ').filter((word) => longWord.test(word))));
  return [...words].sort((a, b) => b.length - a.length).slice(0, limit);
}

/** Ranks ids by shared words; rare words count more. `holders` maps each word to its ids. */
export function mostSimilar(holders: Iterable<ReadonlySet<string>>, limit: number): string[] {
  const scores = new Map<string, { score: number; shared: number }>();
  for (const others of holders) {
    for (const other of others) {
      const { score, shared } = scores.get(other) ?? { score: 0, shared: 0 };
      scores.set(other, { score: score + 1 / others.size, shared: shared + 1 });
    }
  }
  return [...scores]
    .filter(([, { shared }]) => shared >= MIN_SHARED_WORDS)
    .sort(([, a], [, b]) => b.score - a.score)
    .slice(0, limit)
    .map(([name]) => name);
}
