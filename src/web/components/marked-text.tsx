import type { TextRange } from '#contract/collation/highlight.ts';
import { LanguageParts } from './language-parts.tsx';

/** A text with the given ranges marked; ranges are in order, do not overlap, and hold whole words. */
export function MarkedText({ text, ranges = [] }: { text: string; ranges?: TextRange[] | undefined }) {
  return (
    <LanguageParts
      text={text}
      show={(part, from) => {
        const inside = ranges.filter(({ start, end }) => start >= from && end <= from + part.length);
        if (inside.length === 0) return part;
        const slice = (start?: number, end?: number) => part.slice(start && start - from, end && end - from);
        return [
          ...inside.flatMap(({ start, end }, index) => [
            slice(inside[index - 1]?.end, start),
            <mark key={start}>{slice(start, end)}</mark>,
          ]),
          slice(inside.at(-1)?.end),
        ];
      }}
    />
  );
}
