/**
 * Does a work's steps after those of the works before it: so many at once, as many in each later turn of the event loop. A work whose step
 * throws has ended; the others go on.
 */
export function createInTurns(most: number): (work: Iterator<void>) => void {
  const works: Iterator<void>[] = [];
  const goOn = () => {
    try {
      for (let steps = 0; steps < most && works[0]; steps += 1) if (works[0].next().done) works.shift();
    } finally {
      if (works.length > 0) setImmediate(goOn);
    }
  };
  return (work) => {
    if (works.push(work) === 1) goOn();
  };
}
