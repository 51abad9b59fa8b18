/** Number of cloth colors in the stylesheet: `cloth-0` … */
const clothCount = 12;

/** The cloth of a category's books: the same name always has the same colour (FNV-1a, its bits well mixed). */
export function coverCloth(categoryName: string): number {
  const name = categoryName.normalize('NFC');
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x9e3779b1);
  return ((hash ^ (hash >>> 13)) >>> 0) % clothCount;
}
