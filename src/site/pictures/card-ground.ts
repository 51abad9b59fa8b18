import { pictureSize } from '../discovery/shared-pictures.ts';

const { width, height } = pictureSize;

/** As in index.html. */
const pattern = `<pattern id="girih" width="96" height="96" patternUnits="userSpaceOnUse"><path fill="none" stroke="#e7d3a4" stroke-width="1.4" d="M48 4 61 17h18v18l13 13-13 13v18H61L48 92 35 79H17V61L4 48l13-13V17h18ZM0 0l17 17M96 0 79 17M0 96l17-17M96 96 79 79M48 4V-8M48 92v12M4 48H-8M92 48h12M48 24l7 7h10v10l7 7-7 7v10H55l-7 7-7-7H31V55l-7-7 7-7V31h10Z"/></pattern>`;
const arch = 'M30 490V250C30 150 110 90 200 20c90 70 170 130 170 230v240Z';
const star =
  '<path fill="none" stroke-width="4" stroke-linejoin="round" d="M0-46 13.5-32.5h19v19L46 0 32.5 13.5v19h-19L0 46-13.5 32.5h-19v-19L-46 0-32.5-13.5v-19h19Z"/><path fill="#e7c77f" stroke="none" d="M0-20 6-14.2h8.2V-6L20 0l-5.8 6v8.2H6L0 20l-6-5.8h-8.2V6L-20 0l5.8-6v-8.2H-6Z"/>';

/** What the texts of a card stand on: the girih, which fades towards them, and the arch of the site at the page's end. */
export function cardGround(isRtl: boolean): string {
  const [from, to] = isRtl ? [1, 0] : [0, 1];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${pattern}
<clipPath id="arch"><path d="${arch}"/></clipPath>
<linearGradient id="fade" x1="${from}" x2="${to}"><stop offset="0" stop-color="#0a3830"/><stop offset=".62" stop-color="#0a3830"/><stop offset="1" stop-color="#0a3830" stop-opacity="0"/></linearGradient></defs>
<path fill="#0f4d3f" d="M0 0h${width}v${height}H0z"/><path fill="url(#girih)" opacity=".3" d="M0 0h${width}v${height}H0z"/><path fill="url(#fade)" d="M0 0h${width}v${height}H0z"/>
<g transform="translate(${isRtl ? 20 : width - 400} 96) scale(.95)">
<g clip-path="url(#arch)"><path fill="#0f4d3f" d="M0 0h400v500H0z"/><path fill="url(#girih)" opacity=".4" d="M0 0h400v500H0z"/><path fill="#0a3830" d="M90 490V285c0-70 52-112 110-160 58 48 110 90 110 160v205Z"/></g>
<g fill="none" stroke="#e7c77f"><path stroke-width="2.5" d="${arch}"/><path stroke-opacity=".4" d="M46 490V254c0-88 70-142 154-208 84 66 154 120 154 208v236"/><path stroke-opacity=".7" stroke-width="1.5" d="M90 490V285c0-70 52-112 110-160 58 48 110 90 110 160v205M200 128v84"/><path stroke-opacity=".35" stroke-width="1.5" d="M120 420h160M120 436h160M140 452h120"/><g transform="translate(200 250) scale(.8)">${star}</g></g></g></svg>`;
}
