import sharp from 'sharp';

export interface Plate {
  /** Size in drawing units; the page scales it to the width of the text. */
  width: number;
  height: number;
  /** The painted ground: SVG content, or ready pixels (RGB, three bytes each). */
  ground: string | { pixels: Buffer; width: number; height: number };
  /** Dots per drawing unit for a painted SVG ground. */
  scale?: number;
  /** SVG content above the ground, kept as real text and lines. */
  labels: string;
  /** What the picture shows, for those who do not see it. */
  alt: string;
}

/**
 * A picture of two layers: a painted ground as JPEG, which Chromium puts into the PDF byte for byte, and live labels above it.
 */
export async function plate({ width, height, ground, scale = 2, labels, alt }: Plate): Promise<string> {
  const painted =
    typeof ground === 'string'
      ? sharp(
          Buffer.from(
            `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">${ground}</svg>`,
          ),
        )
      : sharp(ground.pixels, { raw: { width: ground.width, height: ground.height, channels: 3 } });
  const jpeg = await painted.flatten().jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
  return `<div class="plate"><img src="data:image/jpeg;base64,${jpeg.toString('base64')}" alt="${alt}"><svg viewBox="0 0 ${width} ${height}">${labels}</svg></div>`;
}

/** A pseudo-random number from 0 to 1 that is the same for the same two numbers. */
export function scatter(a: number, b: number): number {
  const wave = Math.sin(a * 127.1 + b * 311.7) * 43758.5453;
  return wave - Math.floor(wave);
}
