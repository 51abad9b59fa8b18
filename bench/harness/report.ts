import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../RESULTS.md', import.meta.url);
const opening = '# Results\n\nEach part is written by its command: `npm run bench -- <claim>`.\n';

/** Puts a claim's measurements into `bench/RESULTS.md` in place of its earlier ones, and shows them. */
export function writeSection(claim: string, markdown: string): void {
  const [start, end] = [`<!-- bench:${claim} -->`, `<!-- /bench:${claim} -->`];
  const section = `${start}\n${markdown.trim()}\n${end}`;
  const written = existsSync(path) ? readFileSync(path, 'utf8') : opening;
  const known = written.includes(start) && written.includes(end);
  const [before, after] = known
    ? [written.slice(0, written.indexOf(start)), written.slice(written.indexOf(end) + end.length)]
    : [`${written.trimEnd()}\n\n`, '\n'];
  writeFileSync(path, before + section + after);
  console.log(`\n${markdown.trim()}\n`);
}

/** A Markdown table; columns of figures are set to the right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, at) => (at === 0 ? '---' : '--:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** Whether a figure keeps its promise, in a word a reader finds by searching. */
export const verdict = (kept: boolean): string => (kept ? 'met' : '**missed**');
