/** So many texts, none longer than so many code units, are a few megabytes. */
const most = { texts: 20_000, units: 40 };

/** Asks once about each text that comes again and again. What is told of a text must not be changed. */
export function remembered<T>(tell: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const told = tell(text);
    if (text.length > most.units) return told;
    if (known.size >= most.texts) known.clear();
    // As a text of its own: a part of a page's text keeps all of it in memory.
    known.set([...text].join(''), told);
    return told;
  };
}
