const lineEnd = String.raw`[-\u00AD\u2010]\n`;
const isHyphenated = new RegExp(lineEnd);
/** A hyphen at the end of a line, with the part of a word before it, and the part that begins the next line. */
const broken = new RegExp(String.raw`(\p{Ll}+)${lineEnd}(\p{Ll}+)`, 'gu');

/**
 * The text with words put together that were parted at the end of a line. A word that is written with its hyphen elsewhere on
 * the page keeps it.
 */
export function joinedLines(text: string): string {
  const joined = (_: string, before: string, after: string) => {
    const withHyphen = `${before}-${after}`;
    return `${text.includes(withHyphen) ? withHyphen : before + after}\n`;
  };
  // Whether there is any is seen sooner than which word each small letter might begin.
  return (isHyphenated.test(text) ? text.replace(broken, joined) : text)
    .replace(/\u00AD/g, '')
    .replace(/\n[^\S\n]+/g, '\n');
}
