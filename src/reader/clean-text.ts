/** A page's text without the signs nobody can read: bullets that a font does not name, private characters, controls. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Co}\p{Cn}\uFFFD]|(?!\n)\p{Cc}/gu, '')
    .replace(/[^\S\n]{2,}|[^\S\n ]/g, ' ')
    .replace(/ \n ?|\n /g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
