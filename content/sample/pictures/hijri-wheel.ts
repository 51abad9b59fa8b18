import { girih, starShape } from '../ornament.ts';
import { plate } from './plate.ts';

const months = [
  ['Muharram', 'المحرّم'],
  ['Safar', 'صفر'],
  ['Rabi‘ I', 'ربيع الأول'],
  ['Rabi‘ II', 'ربيع الآخر'],
  ['Jumada I', 'جمادى الأولى'],
  ['Jumada II', 'جمادى الآخرة'],
  ['Rajab', 'رجب'],
  ['Sha‘ban', 'شعبان'],
  ['Ramadan', 'رمضان'],
  ['Shawwal', 'شوّال'],
  ['Dhul-Qa‘dah', 'ذو القعدة'],
  ['Dhul-Hijjah', 'ذو الحجة'],
] as const;
const sacred = [0, 6, 10, 11];
const ramadan = 8;

const polar = (radius: number, degrees: number) => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
};
const at = (radius: number, degrees: number) => {
  const { x, y } = polar(radius, degrees);
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
};

function sector(index: number): string {
  const [from, to] = [index * 30 - 15, index * 30 + 15];
  const color = sacred.includes(index)
    ? '#c99a3f'
    : index === ramadan
      ? '#7a3b2e'
      : index % 2
        ? '#1d4d63'
        : '#0f4d3f';
  return `<path d="M${at(470, from)}A470 470 0 0 1 ${at(470, to)}L${at(225, to)}A225 225 0 0 0 ${at(225, from)}Z" fill="${color}" stroke="#f0dcae" stroke-width="3"/>`;
}

/** Thirty or twenty-nine small lozenges on the rim: the days of one month, the new crescent first. */
function days(index: number): string {
  const count = index % 2 === 0 ? 30 : 29;
  return Array.from({ length: count }, (_, day) => {
    const degrees = index * 30 - 15 + ((day + 0.5) * 30) / count;
    const { x, y } = polar(488, degrees);
    const fill = day === 0 ? '#e7c77f' : '#0a3830';
    return `<path d="M0-9 3.6 0 0 9-3.6 0Z" transform="translate(${x} ${y}) rotate(${degrees})" fill="${fill}" stroke="#8a621c" stroke-width=".8"/>`;
  }).join('');
}

/** A rosette: the same straight lines between twelve points on a circle, in several steps. */
function rosette(radius: number, step: number, width: number): string {
  const points = Array.from({ length: 24 }, (_, index) => index * 15);
  const lines = points.map((from) => `M${at(radius, from)}L${at(radius, from + step * 15)}`);
  return `<path d="${lines.join('')}" fill="none" stroke="#e7c77f" stroke-width="${width}"/>`;
}

function ground(): string {
  const index = months.map((_, month) => month);
  return `<defs><clipPath id="ring"><path d="M0-468A468 468 0 1 1-.1-468ZM0-226A226 226 0 1 0 .1-226Z" clip-rule="evenodd"/></clipPath></defs>
<rect width="1040" height="1040" fill="#fffdf8"/><g transform="translate(520 520)">
<circle r="506" fill="#f4ead0" stroke="#8a621c" stroke-width="3"/>${index.map(days).join('')}${index.map(sector).join('')}
<g clip-path="url(#ring)"><g transform="translate(-480 -480) scale(.5)" color="#fff" opacity=".2">${girih(1920, 1920, 2)}</g></g>
<circle r="222" fill="#0a3830" stroke="#e7c77f" stroke-width="4"/>${rosette(216, 11, 1)}${rosette(216, 9, 1.4)}${rosette(216, 7, 1.8)}${rosette(150, 9, 1.2)}${rosette(150, 7, 1.6)}
<circle r="66" fill="#0a3830" stroke="#e7c77f" stroke-width="2.5"/><g transform="scale(1.1)" color="#e7c77f">${starShape}</g></g>`;
}

function labels(): string {
  const names = months.map(([en, ar], index) => {
    const { x, y } = polar(366, index * 30);
    const dark = sacred.includes(index) ? '#1d2723' : '#fffdf8';
    return `<g transform="translate(${x + 520} ${y + 520})" fill="${dark}" text-anchor="middle"><text y="-34" font-size="22" font-weight="600">${index + 1}</text><text y="2" font-size="21" font-weight="600">${en}</text><text y="40" font-weight="600" font-size="34" lang="ar" direction="rtl">${ar}</text></g>`;
  });
  return names.join('');
}

/** The twelve months as a wheel, with a mark for each day on the rim. */
export const hijriWheel = () =>
  plate({
    width: 1040,
    height: 1040,
    scale: 1.8,
    ground: ground(),
    labels: labels(),
    alt: 'A wheel of the twelve Hijri months from Muharram to Dhul-Hijjah.',
  });
