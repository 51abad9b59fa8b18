/** A place in the library: cleaned names of a category and a file. */
export interface Place {
  category: string;
  fileName: string;
}

/** No name holds a slash, so no two places share a key. */
export function placeKey({ category, fileName }: Place): string {
  return `${category}/${fileName}`;
}
