import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

const path = new URL('../RESULTS.md', import.meta.url);
const opening = '# Results\n\nEach part is written by its command: `npm run bench -- <claim>`.\n';

/** Replaces a claim's measurements in `bench/RESULTS.md` and prints them. */
export function writeSection(claim: string, markdown: string): void {
  const [start, end] = [`<!-- bench:${claim} -->`, `<!-- /bench:${claim} -->`];
  const section = `${start}\n${markdown.trim()}\n\n${describeMachine()}\n${end}`;
  const report = existsSync(path) ? readFileSync(path, 'utf8') : opening;
  const exists = report.includes(start) && report.includes(end);
  const [before, after] = exists
    ? [report.slice(0, report.indexOf(start)), report.slice(report.indexOf(end) + end.length)]
    : [`${report.trimEnd()}\n\n`, '\n'];
  writeFileSync(path, before + section + after);
  console.log(`\n${markdown.trim()}\n`);
}

function describeMachine(): string {
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const parts = [`${cpus().length} cores (${first?.model.trim() ?? 'unknown'})`, memory, process.platform];
  return `Machine: ${[...parts, `Node ${process.versions.node}`].join(', ')}.`;
}

/** Returns a Markdown table; columns of figures are set to the right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, at) => (at === 0 ? '---' : '--:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** Returns whether a figure is within its bound, in a word that a reader finds by searching. */
export const verdict = (isMet: boolean): string => (isMet ? 'met' : '**missed**');

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** Returns a quantile of the values by linear interpolation. Throws without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  if (low === undefined || high === undefined) throw new Error('there are no values to take a quantile of');
  return low + (high - low) * (position - Math.floor(position));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns the median of the rounds' ratios: a slow moment of the machine affects both values of a round. */
export function pairedRatio(ours: readonly number[], theirs: readonly number[]): number {
  if (ours.length !== theirs.length) throw new Error('every round needs both values');
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}

/** Runs each measurement once a round, in alternating order. Returns each one's values, round by round. */
export async function inTurns<T>(
  rounds: number,
  measurements: Record<string, () => Promise<T>>,
): Promise<Record<string, T[]>> {
  const values: Record<string, T[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    const entries = Object.entries(measurements);
    for (const [name, measure] of round % 2 === 0 ? entries : entries.reverse()) {
      values[name] ??= [];
      values[name].push(await measure());
    }
    console.log(`  round ${round + 1} of ${rounds}`);
  }
  return values;
}
