import { encode } from 'uqr';

/** A QR code: the number of modules in a row, and an SVG path of the dark ones. */
export interface QrCode {
  size: number;
  path: string;
}

/** Draws a QR code that remains readable if 15 % of it is damaged. Merges adjacent dark modules of a row into one rectangle. */
export function drawQrCode(text: string): QrCode {
  const { data, size } = encode(text, { border: 0, ecc: 'M' });
  const bars = data.map((row, y) => {
    const rowBits = row.map((isDark) => (isDark ? '1' : '0')).join('');
    return Array.from(
      rowBits.matchAll(/1+/g),
      ({ 0: bar, index }) => `M${index} ${y}h${bar.length}v1h-${bar.length}z`,
    );
  });
  return { size, path: bars.flat().join('') };
}
