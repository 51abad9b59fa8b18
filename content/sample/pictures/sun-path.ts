import { girih } from '../ornament.ts';
import { plate, scatter } from './plate.ts';

const width = 1372;
const height = 800;
const horizon = 560;
const noon = { x: 686, y: 150 };
const [dawn, sunrise, asr, sunset, night] = [150, 300, 964, 1072, 1222];
const asrHeight = 275;

const sky: [at: number, color: string][] = [
  [0, '#101b36'],
  [0.1, '#1e2f57'],
  [0.17, '#6d6a93'],
  [0.23, '#e0a58b'],
  [0.3, '#cfdbe0'],
  [0.5, '#a9cfe0'],
  [0.66, '#d8dcc8'],
  [0.74, '#f0c07a'],
  [0.79, '#d9744f'],
  [0.85, '#6d4a73'],
  [0.91, '#27305a'],
  [1, '#101b36'],
];

function stars(): string {
  return Array.from({ length: 260 }, (_, index) => {
    const side = scatter(index, 1) < 0.5 ? scatter(index, 2) * 190 : width - scatter(index, 2) * 200;
    const radius = 0.6 + scatter(index, 4) * 1.6;
    return `<circle cx="${side}" cy="${scatter(index, 3) * (horizon - 40)}" r="${radius}" fill="#fff" opacity="${0.35 + scatter(index, 5) * 0.6}"/>`;
  }).join('');
}

function sun(x: number, y: number, color: string): string {
  const rays = Array.from(
    { length: 16 },
    (_, ray) =>
      `<path d="M0-44 4-60 0-74-4-60Z" transform="translate(${x} ${y}) rotate(${ray * 22.5})" fill="${color}"/>`,
  );
  return `<circle cx="${x}" cy="${y}" r="130" fill="url(#glow)"/>${rays.join('')}<circle cx="${x}" cy="${y}" r="34" fill="${color}"/>`;
}

/** A stick with its shadow, which falls away from the sun: looking south, to the right (west) in the morning. */
const stick = (x: number, shadow: number) =>
  `<path d="M${x} 640v-64" stroke="#1d2723" stroke-width="6"/><path d="M${x} 640h${shadow}" stroke="#1d2723" stroke-opacity=".45" stroke-width="8"/>`;

const mosque = `<g fill="#12241f"><path d="M610 560V505h152v55ZM630 505c0-46 28-60 56-84 28 24 56 38 56 84Z"/><path d="M684 424v-22h4v22Z"/><path d="M560 560V400h20v160ZM556 400h28l-14-44ZM554 452h32v8h-32Z"/><path d="M792 560V400h20v160ZM788 400h28l-14-44ZM786 452h32v8h-32Z"/></g><path d="M674 560v-26c0-8 6-12 12-18 6 6 12 10 12 18v26Z" fill="#f0dcae"/>`;

function ground(): string {
  const stops = sky.map(([at, color]) => `<stop offset="${at}" stop-color="${color}"/>`).join('');
  return `<defs><linearGradient id="sky">${stops}</linearGradient>
<linearGradient id="air" x2="0" y2="1"><stop offset="0" stop-color="#0c1730" stop-opacity=".34"/><stop offset=".75" stop-color="#fff2d8" stop-opacity=".3"/></linearGradient>
<radialGradient id="glow"><stop offset="0" stop-color="#fff6d8" stop-opacity=".95"/><stop offset="1" stop-color="#fff6d8" stop-opacity="0"/></radialGradient>
<linearGradient id="land" x2="0" y2="1"><stop offset="0" stop-color="#5d7a58"/><stop offset="1" stop-color="#c9b98b"/></linearGradient></defs>
<rect width="${width}" height="${horizon + 60}" fill="url(#sky)"/><rect width="${width}" height="${horizon + 60}" fill="url(#air)"/>
<g color="#fff" opacity=".17">${girih(width, horizon, 1.2)}</g>${stars()}
<path d="M${sunrise} ${horizon}A386 410 0 0 1 ${sunset} ${horizon}" fill="none" stroke="#8a621c" stroke-width="3" stroke-dasharray="3 12" stroke-linecap="round"/>
${sun(sunrise, horizon, '#f4a261')}${sun(noon.x, noon.y, '#fff1bd')}${sun(asr, asrHeight, '#f7d26a')}${sun(sunset, horizon, '#e4572e')}
<path d="M0 540q120-50 260-10 160 40 330 8 200-30 360 6 220 40 422-24V720H0Z" fill="#3f5f55"/>${mosque}
<path d="M0 572q340-34 686-12 330 20 686-4V720H0Z" fill="url(#land)"/>
${stick(sunrise + 90, 150)}${stick(noon.x, 14)}${stick(asr, -78)}
<path d="M1316 96a40 40 0 1 0 18 62 46 46 0 0 1-18-62Z" fill="#f7efd2"/>
<rect y="700" width="${width}" height="100" fill="#fffdf8"/>`;
}

const spans: [from: number, to: number, color: string, en: string, ar: string][] = [
  [dawn, sunrise, '#6d6a93', 'Fajr', 'الفجر'],
  [noon.x, asr, '#2f6f7e', 'Dhuhr', 'الظهر'],
  [asr, sunset, '#9a6f22', 'Asr', 'العصر'],
  [sunset, night, '#a8442a', 'Maghrib', 'المغرب'],
  [night, width, '#1e2f57', 'Isha', 'العشاء'],
];
const points: [x: number, y: number, text: string, color: string][] = [
  [dawn, 500, 'dawn', '#fff'],
  [sunrise, 455, 'sunrise', '#1d2723'],
  [noon.x, 272, 'noon: shortest shadow', '#1d2723'],
  [asr, 395, 'Asr: a longer shadow', '#1d2723'],
  [sunset + 30, 455, 'sunset', '#fff'],
  [night, 500, 'glow gone', '#fff'],
];

function labels(): string {
  const bars = spans.map(
    ([from, to, color, en, ar]) =>
      `<rect x="${from + 2}" y="714" width="${to - from - 4}" height="80" rx="12" fill="${color}"/><g fill="#fff" text-anchor="middle" font-weight="600"><text x="${(from + to) / 2}" y="747" font-size="24">${en}</text><text x="${(from + to) / 2}" y="781" font-size="32" lang="ar" direction="rtl">${ar}</text></g>`,
  );
  const names = points.map(
    ([x, y, text, color]) =>
      `<text x="${x}" y="${y}" fill="${color}" font-size="23" font-weight="600" text-anchor="middle">${text}</text>`,
  );
  return bars.join('') + names.join('');
}

/** One day of the sun over a horizon, with the prayer times as a bar below. */
export const sunPath = () =>
  plate({
    width,
    height,
    scale: 3.6,
    ground: ground(),
    labels: labels(),
    alt: 'The sun rises, stands highest at noon, sinks and sets; below it the spans of the five prayers.',
  });
