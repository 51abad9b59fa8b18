// Most signs are none of these large classes, which is seen sooner in a small one.
const unreadable = /(?=[^\n -~\u0621-\u0652])[\p{Co}\p{Cn}\p{Cc}\uFFFD]/gu;

/** A page's text without the signs nobody can read: bullets that a font does not name, private characters, controls. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(unreadable, '')
    .replace(/[^\S\n]{2,}|[^\S\n ]/g, ' ')
    .replace(/ \n ?|\n /g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
