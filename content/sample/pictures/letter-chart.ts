import { girih } from '../ornament.ts';
import { plate } from './plate.ts';

/** Letter, name, nearest English sound. */
const letters = [
  ['ا', 'alif', 'long a'],
  ['ب', 'ba', 'b'],
  ['ت', 'ta', 't'],
  ['ث', 'tha', 'th in think'],
  ['ج', 'jim', 'j'],
  ['ح', 'ha', 'strong h'],
  ['خ', 'kha', 'ch in loch'],
  ['د', 'dal', 'd'],
  ['ذ', 'dhal', 'th in this'],
  ['ر', 'ra', 'rolled r'],
  ['ز', 'zay', 'z'],
  ['س', 'sin', 's'],
  ['ش', 'shin', 'sh'],
  ['ص', 'sad', 'heavy s'],
  ['ض', 'dad', 'heavy d'],
  ['ط', 'ta', 'heavy t'],
  ['ظ', 'dha', 'heavy dh'],
  ['ع', '‘ayn', 'from the throat'],
  ['غ', 'ghayn', 'gargled r'],
  ['ف', 'fa', 'f'],
  ['ق', 'qaf', 'deep k'],
  ['ك', 'kaf', 'k'],
  ['ل', 'lam', 'l'],
  ['م', 'mim', 'm'],
  ['ن', 'nun', 'n'],
  ['ه', 'ha', 'light h'],
  ['و', 'waw', 'w, long u'],
  ['ي', 'ya', 'y, long i'],
] as const;
/** These six never join to the letter after them. */
const loners = 'ادذرزو';
const columns = 7;
const tile = { width: 196, height: 258 };
const cloths = ['#0f4d3f', '#21466b', '#7a3b2e', '#7b5a18'];

const place = (index: number) => ({
  x: (columns - 1 - (index % columns)) * tile.width,
  y: Math.floor(index / columns) * tile.height,
  cloth: cloths[Math.floor(index / columns)],
});

function paintTile(index: number): string {
  const { x, y, cloth } = place(index);
  return `<svg x="${x + 5}" y="${y + 5}" width="${tile.width - 10}" height="${tile.height - 10}"><rect width="100%" height="100%" rx="14" fill="${cloth}"/><g transform="scale(.45)" color="#f0dcae" opacity=".6">${girih(420, 560, 1.6)}</g><path d="M14 ${tile.height - 76}V96C14 58 54 40 93 14c39 26 79 44 79 82v${tile.height - 172}Z" fill="#fffdf8" stroke="#e7c77f" stroke-width="3.5"/></svg>`;
}

function labelTile(index: number): string {
  const [letter, name, sound] = letters[index] ?? ['', '', ''];
  const { x, y } = place(index);
  const joined = loners.includes(letter) ? `ـ${letter}` : `${letter}ـ ـ${letter}ـ ـ${letter}`;
  return `<g transform="translate(${x + tile.width / 2} ${y})" text-anchor="middle"><g fill="#1d2723" lang="ar" direction="rtl"><text y="118" font-size="76">${letter}</text><text y="174" font-size="34" fill="#8a621c">${joined}</text></g><g fill="#fff6dd"><text y="213" font-size="21" font-weight="600">${name}</text><text y="237" font-size="17">${sound}</text></g></g>`;
}

/** The alphabet as tiles, from right to left: the letter, its joined forms, its name and sound. */
export function letterChart(): Promise<string> {
  const [width, height] = [columns * tile.width, Math.ceil(letters.length / columns) * tile.height];
  const tiles = letters.map((_, index) => index);
  return plate({
    width,
    height,
    ground: `<rect width="${width}" height="${height}" fill="#fffdf8"/>${tiles.map(paintTile).join('')}`,
    labels: tiles.map(labelTile).join(''),
    alt: 'The twenty-eight Arabic letters with their joined forms, names and sounds.',
  });
}
