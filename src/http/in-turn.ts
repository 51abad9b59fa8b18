/**
 * Has so many works begun in a turn of the event loop, and the others in the next ones: everybody for whom some wait has one in
 * turn, and of one's own the first comes first. One that throws holds up no other.
 *
 * @param mostNow how many; asked at the beginning of each turn
 */
export function createInTurn(mostNow: () => number): (work: () => void, whose?: string) => void {
  const waiting = new Map<string, (() => void)[]>();
  let count = 0;
  let most = 0;
  let begun = 0;

  const take = () => {
    const [first] = waiting;
    if (!first) return undefined;
    const [whose, works] = first;
    waiting.delete(whose);
    if (works.length > 1) waiting.set(whose, works);
    count -= 1;
    return works.shift();
  };

  const nextTurn = () => {
    most = mostNow();
    begun = Math.min(most, count);
    if (begun > 0) setImmediate(nextTurn);
    for (let left = begun; left > 0; left -= 1) take()?.();
  };

  return (work, whose = '') => {
    if (begun === 0) {
      most = mostNow();
      setImmediate(nextTurn);
    }
    if (begun < most) {
      begun += 1;
      return work();
    }
    count += 1;
    const works = waiting.get(whose);
    if (works) works.push(work);
    else waiting.set(whose, [work]);
  };
}
