const MAX_WORDS = 20_000;
/** Maximum length of a cached word. Longer words are rarely repeated, and can come from an attacker. */
const MAX_LETTERS = 32;

/** Caches the results of `make` by word, because texts repeat their words and each call applies dozens of rules. Empties a full cache. */
export function cacheByWord<Result>(
  make: (word: string) => Result,
  maxWords = MAX_WORDS,
): (word: string) => Result {
  const results = new Map<string, Result>();
  return (word) => {
    const cachedResult = results.get(word);
    if (cachedResult !== undefined) return cachedResult;
    const result = make(word);
    if (results.size >= maxWords) results.clear();
    if (word.length <= MAX_LETTERS) results.set(word, result);
    return result;
  };
}
