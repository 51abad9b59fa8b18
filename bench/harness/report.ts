import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';

const path = new URL('../RESULTS.md', import.meta.url);

type Cell = string | number;

/** Parses options such as `--rounds 3`; an option is a number if its default is a number. */
export function readOptions<Options extends Record<string, Cell>>(
  args: string[],
  defaults: Options,
): Options {
  const names = Object.keys(defaults);
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
  });
  const options = Object.entries(defaults).map(([name, value]) => {
    const text = String(values[name] ?? value);
    return [name, typeof value === 'number' ? Number(text) : text];
  });
  return Object.fromEntries(options);
}

/** Replaces a claim's measurements in `bench/RESULTS.md`, with their date and machine, and prints them. */
export function writeSection(claim: string, markdown: string): void {
  const [start, end] = [`<!-- bench:${claim} -->`, `<!-- /bench:${claim} -->`];
  const report = readFileSync(path, 'utf8');
  const [textBefore = '', remainder = ''] = report.split(start);
  const textAfter = remainder.split(end)[1] ?? '\n';
  const section = `${start}\n${markdown.trim()}\n\n${describeMachine()}\n${end}`;
  writeFileSync(path, `${textBefore.trimEnd()}\n\n${section}${textAfter}`);
  console.log(`\n${markdown.trim()}\n`);
}

function describeMachine(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const processor = cpus()[0]?.model.trim() ?? 'unknown';
  return `Measured ${new Date().toISOString().slice(0, 10)}. Machine: ${cpus().length} cores (${processor}), ${memory}, ${process.platform}, Node ${process.versions.node}.`;
}

/** Returns a Markdown table whose columns, except the first, are right-aligned. */
export function table(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`;
  const rule = columns.map((_, index) => (index === 0 ? '---' : '--:'));
  return [line(columns), line(rule), ...rows.map(line)].join('\n');
}

/** Returns `met` or `missed` for a cell of a table. */
export const verdict = (isMet: boolean): string => (isMet ? 'met' : '**missed**');

export const format = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

interface Bound {
  min?: number;
  max?: number;
}

/** Returns the last two cells of a row: the bound, and whether the figure meets it. Both are empty without a bound. */
function boundCells(value: number, { min, max }: Bound = {}): string[] {
  if (min !== undefined) return [`≥ ${min}`, verdict(value >= min)];
  if (max !== undefined) return [`≤ ${max}`, verdict(value <= max)];
  return ['', ''];
}

/** Returns a table of figures with their bounds. */
export const figures = (rows: readonly (readonly [name: string, value: number, bound?: Bound])[]): string =>
  table(
    ['', 'measured', 'bound', ''],
    rows.map(([name, value, bound]) => [name, format(value), ...boundCells(value, bound)]),
  );

/** Returns a quantile of the values by linear interpolation; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  return low + (high - low) * (position - Math.floor(position));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/**
 * Measures a value and its reference in each round, in alternating order. Returns a row for `ratios`: both medians, and the median of
 * the rounds' ratios, because a slow moment of the machine affects both values of a round.
 */
export async function compare(
  name: string,
  rounds: number,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
  bound: Bound,
): Promise<Cell[]> {
  const [values, references]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    if (round % 2 === 1) references.push(await reference());
    values.push(await ours());
    if (round % 2 === 0) references.push(await reference());
    console.log(`  ${name}: round ${round} of ${rounds}`);
  }
  const ratio = median(values.map((value, round) => value / (references[round] ?? Number.NaN)));
  return [
    name,
    format(median(values)),
    format(median(references)),
    ratio.toFixed(2),
    ...boundCells(ratio, bound),
  ];
}

export const ratios = (rows: readonly (readonly Cell[])[]): string =>
  table(['', 'Minbar', 'reference', 'ratio', 'bound', ''], rows);
