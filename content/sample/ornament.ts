/** The one ornament of the project: the eight-pointed star, as a path around 0,0 with radius 46. */
const outline =
  'M0-46 13.5-32.5 32.5-32.5 32.5-13.5 46 0 32.5 13.5 32.5 32.5 13.5 32.5 0 46-13.5 32.5-32.5 32.5-32.5 13.5-46 0-32.5-13.5-32.5-32.5-13.5-32.5Z';
const heart =
  'M0-20 6-14.2 14.2-14.2 14.2-6 20 0 14.2 6 14.2 14.2 6 14.2 0 20-6 14.2-14.2 14.2-14.2 6-20 0-14.2-6-14.2-14.2-6-14.2Z';

/** The star as SVG content, drawn in `currentColor` around 0,0. */
export const starShape = `<path d="${outline}" fill="none" stroke="currentColor" stroke-width="4" stroke-linejoin="round"/><path d="${heart}" fill="currentColor"/>`;

export const star = `<svg class="star" viewBox="-50 -50 100 100" aria-hidden="true">${starShape}</svg>`;

const tile =
  '<path d="M48 4 61 17h18v18l13 13-13 13v18H61L48 92 35 79H17V61L4 48l13-13V17h18Z"/><path d="M0 0 17 17M96 0 79 17M0 96 17 79M96 96 79 79M48 4V-8M48 92v12M4 48H-8M92 48h12"/><path d="M48 24 55 31h10v10l7 7-7 7v10H55l-7 7-7-7H31V55l-7-7 7-7V31h10Z"/>';

/**
 * A girih line pattern over an area, in tiles of 96 units. It is drawn tile by tile because Chromium prints an SVG `pattern` as a
 * picture of dots; so the colour must be solid too.
 */
export function girih(width: number, height: number, strokeWidth = 1.4): string {
  const columns = Array.from({ length: Math.ceil(width / 96) }, (_, index) => index * 96);
  const rows = Array.from({ length: Math.ceil(height / 96) }, (_, index) => index * 96);
  const tiles = rows.flatMap((y) => columns.map((x) => `<g transform="translate(${x} ${y})">${tile}</g>`));
  return `<g fill="none" stroke="currentColor" stroke-width="${strokeWidth}">${tiles.join('')}</g>`;
}
