import type { TextRange } from '#contract/collation/highlight.ts';

/** A text with the given ranges marked; ranges are in order and do not overlap. */
export function MarkedText({ text, ranges = [] }: { text: string; ranges?: TextRange[] | undefined }) {
  return ranges.length === 0
    ? text
    : [
        ...ranges.flatMap(({ start, end }, index) => [
          text.slice(ranges[index - 1]?.end ?? 0, start),
          <mark key={start}>{text.slice(start, end)}</mark>,
        ]),
        text.slice(ranges.at(-1)?.end),
      ];
}
