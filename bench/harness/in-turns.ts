/** Measures each in turns, the order turning round: answers the values of each name, round by round. */
export async function inTurns<T>(
  rounds: number,
  measures: Record<string, () => Promise<T>>,
): Promise<Record<string, T[]>> {
  const values: Record<string, T[]> = Object.fromEntries(Object.keys(measures).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const entries = Object.entries(measures);
    for (const [name, measure] of round % 2 === 0 ? entries : entries.reverse()) {
      values[name]?.push(await measure());
    }
    console.log(`  round ${round + 1} of ${rounds}`);
  }
  return values;
}
