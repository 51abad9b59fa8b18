/**
 * Has so many works begun in a turn of the event loop, whoever they are for, and the others in the next ones in the order in
 * which they came: whoever wants what is there already is answered between them. One that throws holds up no other.
 */
export function createInTurn(most: number): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  let begun = 0;
  const nextTurn = () => {
    begun = Math.min(most, waiting.length);
    if (begun > 0) setImmediate(nextTurn);
    for (let left = begun; left > 0; left -= 1) waiting.shift()?.();
  };
  return (work) => {
    if (begun === most) return void waiting.push(work);
    if (begun === 0) setImmediate(nextTurn);
    begun += 1;
    work();
  };
}
