import sharp from 'sharp';

export interface IconOrder {
  /** The owner's logo, in any format that browsers show. */
  logo: Uint8Array;
  /** Side of the square in pixels. */
  size: number;
  /** Share of the icon that the logo fills; the rest is a margin. */
  share: number;
}

const paper = '#faf7f0';
const clear = { r: 0, g: 0, b: 0, alpha: 0 };

/** The logo in a square. Throws when it is no picture. */
export async function drawIcon({ logo, size, share }: IconOrder): Promise<Buffer> {
  const inside = Math.round(size * share);
  const { width = inside, height = inside, format } = await sharp(logo).metadata();
  // A drawing of lines is drawn as large as it is needed.
  const density =
    format === 'svg' ? Math.min(2400, Math.max(72, (72 * inside) / Math.max(width, height))) : 72;
  const drawn = await sharp(logo, { density, limitInputPixels: 50_000_000 })
    .resize(inside, inside, { fit: 'contain', background: clear })
    .png()
    .toBuffer();
  const background = share < 1 ? paper : clear;
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: drawn }])
    .png({ palette: true })
    .toBuffer();
}
