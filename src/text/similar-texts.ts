/** A word long enough to show a text's topic. */
const longWord = /^\p{L}{4,}$/u;
/** Minimum shared words: a single one is a coincidence. */
const MIN_SHARED_WORDS = 2;

/** Returns at most `limit` words that show the topic of folded texts, longest first, because long words are usually rarer. */
export function distinctiveWords(texts: readonly string[], limit: number): string[] {
  const words = new Set(texts.flatMap((text) => text.split(' ').filter((word) => longWord.test(word))));
  return [...words].sort((a, b) => b.length - a.length).slice(0, limit);
}

/**
 * Returns at most `limit` ids that share two or more words, most similar first; rare words count more. `idSets` has the ids for each word.
 */
export function mostSimilar(idSets: Iterable<ReadonlySet<string>>, limit: number): string[] {
  const scores = new Map<string, { score: number; shared: number }>();
  for (const ids of idSets) {
    for (const id of ids) {
      const { score, shared } = scores.get(id) ?? { score: 0, shared: 0 };
      scores.set(id, { score: score + 1 / ids.size, shared: shared + 1 });
    }
  }
  return [...scores]
    .filter(([, { shared }]) => shared >= MIN_SHARED_WORDS)
    .sort(([, a], [, b]) => b.score - a.score)
    .slice(0, limit)
    .map(([id]) => id);
}
