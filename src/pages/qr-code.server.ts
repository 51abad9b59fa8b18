import { encode } from 'uqr';

/** A QR code: the number of its squares in a row, and the dark ones as the shape of an SVG path. */
export interface QrCode {
  size: number;
  path: string;
}

/** Draws a QR code that is still read with 15 % of it damaged. Neighboring dark squares of a row are one rectangle. */
export function drawQrCode(text: string): QrCode {
  const { data, size } = encode(text, { border: 0, ecc: 'M' });
  const bars = data.map((row, y) => {
    const dark = row.map((isDark) => (isDark ? '1' : '0')).join('');
    return Array.from(
      dark.matchAll(/1+/g),
      ({ 0: bar, index }) => `M${index} ${y}h${bar.length}v1h-${bar.length}z`,
    );
  });
  return { size, path: bars.flat().join('') };
}

/** An address as people write it. */
export function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//, '');
}
