import { plate, scatter } from './plate.ts';

const columns = 6;
const rows = 5;
const cell = { width: 716, height: 566 };
const radius = 226;
const month = 29.53;

/** Smooth noise from 0 to 1: the average of the four nearest scattered values, by distance. */
function noise(x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const ease = (t: number) => t * t * (3 - 2 * t);
  const [u, v] = [ease(x - left), ease(y - top)];
  const upper = scatter(left, top) * (1 - u) + scatter(left + 1, top) * u;
  const lower = scatter(left, top + 1) * (1 - u) + scatter(left + 1, top + 1) * u;
  return upper * (1 - v) + lower * v;
}

const layers = (x: number, y: number) =>
  noise(x, y) * 0.5 +
  noise(x * 2.1, y * 2.1) * 0.28 +
  noise(x * 4.7, y * 4.7) * 0.14 +
  noise(x * 11, y * 11) * 0.08;

const craters = Array.from({ length: 90 }, (_, index) => ({
  x: scatter(index, 11) * 2 - 1,
  y: scatter(index, 12) * 2 - 1,
  size: 0.015 + scatter(index, 13) ** 4 * 0.11,
}));

/** How bright the ground of the moon is at a place of its disc (-1 to 1 both ways): dark seas, bright rims of craters. */
function brightness(x: number, y: number): number {
  const sea = Math.min(1, Math.max(0, (layers(x * 1.9 + 7, y * 1.9 + 3) - 0.47) * 7));
  let light = 0.92 - sea * 0.36 + (layers(x * 9, y * 9) - 0.5) * 0.22;
  for (const crater of craters) {
    const distance = Math.hypot(x - crater.x, y - crater.y) / crater.size;
    if (distance < 0.85) light -= 0.09;
    else if (distance < 1.15) light += 0.12;
  }
  return light;
}

/** The brightness of every pixel of the full disc, made once for all thirty moons. */
const size = radius * 2;
const disc = new Float32Array(size * size);

function paintMoon(pixels: Buffer, imageWidth: number, centerX: number, centerY: number, day: number) {
  const angle = (day / month) * 2 * Math.PI;
  const [sunX, sunZ] = [Math.sin(angle), -Math.cos(angle)];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [x, y] = [(column + 0.5) / radius - 1, (row + 0.5) / radius - 1];
      const square = x * x + y * y;
      if (square >= 1) continue;
      const facing = x * sunX + Math.sqrt(1 - square) * sunZ;
      const lit = Math.max(0, facing) ** 0.55;
      const edge = Math.min(1, (1 - Math.sqrt(square)) * radius);
      const value = Math.min(1, (disc[row * size + column] ?? 0) * lit);
      const at = ((centerY - radius + row) * imageWidth + centerX - radius + column) * 3;
      [255, 247, 226].forEach((full, channel) => {
        const under = pixels[at + channel] ?? 0;
        pixels[at + channel] = Math.min(255, under * (1 - edge * 0.3) + full * value * edge);
      });
    }
  }
}

function nightSky(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    const depth = y / height;
    for (let x = 0; x < width; x++) {
      pixels.set([14 + depth * 16, 22 + depth * 22, 44 + depth * 34], (y * width + x) * 3);
    }
  }
  for (let star = 0; star < 2600; star++) {
    const at = (Math.floor(scatter(star, 21) * height) * width + Math.floor(scatter(star, 22) * width)) * 3;
    const light = 90 + Math.floor(scatter(star, 23) * 150);
    pixels.set([light, light, light], at);
  }
  return pixels;
}

const names: Record<number, string> = {
  2: 'first crescent',
  7: 'first quarter',
  15: 'full moon',
  22: 'last quarter',
  30: 'new moon',
};

/** Thirty days of the moon, shaded as the sun lights a ball with dark plains and craters. */
export function moonPhases(): Promise<string> {
  const [width, height] = [columns * cell.width, rows * cell.height];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      disc[row * size + column] = brightness((column + 0.5) / radius - 1, (row + 0.5) / radius - 1);
    }
  }
  const pixels = nightSky(width, height);
  const labels = Array.from({ length: columns * rows }, (_, index) => {
    const centerX = (index % columns) * cell.width + cell.width / 2;
    const centerY = Math.floor(index / columns) * cell.height + cell.height / 2 - 32;
    paintMoon(pixels, width, centerX, centerY, Math.min(index + 1, month));
    const name = names[index + 1];
    return `<text x="${centerX}" y="${centerY + radius + 58}" fill="${name ? '#f0dcae' : '#d5dbe6'}" font-size="62" font-weight="${name ? 600 : 400}" text-anchor="middle">${index + 1}${name ? ` · ${name}` : ''}</text>`;
  });
  return plate({
    width,
    height,
    ground: { pixels, width, height },
    labels: labels.join(''),
    alt: 'Thirty moons: a thin crescent grows to the full moon on day 15 and shrinks again.',
  });
}
