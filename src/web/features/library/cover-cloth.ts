/** How many cloth colours the stylesheet has: `cloth-0` … */
const clothCount = 8;

/** The cloth of a category's books: the same category always has the same colour (FNV-1a of its id). */
export function coverCloth(categoryId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < categoryId.length; index += 1) {
    hash = Math.imul(hash ^ categoryId.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % clothCount;
}
