// subset-font ships no types: the part of its README that this project uses.
declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat?: 'sfnt' | 'woff' | 'woff2';
    variationAxes?: Record<string, number | { min: number; max: number }>;
    keepAllGlyphs?: boolean;
    keepFeatures?: readonly string[];
  }
  export default function subsetFont(
    font: Buffer,
    text: string | null | undefined,
    options?: SubsetOptions,
  ): Promise<Buffer>;
}
