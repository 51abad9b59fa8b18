/** The metrics one `@font-face` rule gives to its family, in em of the page's font size. */
export interface LineMetrics {
  ascent: number;
  descent: number;
}

export interface FontFace {
  family: string;
  src: string;
  weight: string;
  unicodeRange: string;
  /** Percent, 100 when the glyphs keep their size. */
  sizeAdjust: number;
  line: LineMetrics;
}

const percent = (share: number): string => `${Number((share * 100).toFixed(1))}%`;

/**
 * One `@font-face` rule. The overrides are relative to the adjusted size (CSS Fonts 5), so that every face of a
 * family, web or fallback, has the same line: swapping one for the other moves nothing.
 */
export function fontFace({ family, src, weight, unicodeRange, sizeAdjust, line }: FontFace): string {
  const scale = sizeAdjust / 100;
  return `@font-face {
  font-family: "${family}";
  src: ${src};
  font-weight: ${weight};
  font-display: swap;
  size-adjust: ${sizeAdjust}%;
  ascent-override: ${percent(line.ascent / scale)};
  descent-override: ${percent(line.descent / scale)};
  line-gap-override: 0%;
  unicode-range: ${unicodeRange};
}
`;
}

/** The code points as a CSS `unicode-range`, neighbours joined. */
export function unicodeRange(characters: Iterable<number>): string {
  const ranges: { first: number; last: number }[] = [];
  for (const code of [...characters].sort((a, b) => a - b)) {
    const current = ranges.at(-1);
    if (current && code === current.last + 1) current.last = code;
    else ranges.push({ first: code, last: code });
  }
  const hex = (code: number): string => code.toString(16).toUpperCase();
  return ranges
    .map(({ first, last }) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`))
    .join(', ');
}
