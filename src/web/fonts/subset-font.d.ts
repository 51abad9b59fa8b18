// Declares the part of subset-font that this project uses, because the package has no types.
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
