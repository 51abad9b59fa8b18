/** Two marks that hardly any word except the name of God combines. */
const SHADDA = '\u0651';
const SMALL_ALEF = '\u0670';
const nameOfGod = /(?<![\p{L}\p{M}])((?:[وفبت]\p{M}*)*)(ا\p{M}*)?ل[\p{M}]*ا?[\p{M}]*(?![\p{L}\p{M}])/gu;

/** Restores the last letter of the name of God. Word omits this letter in the name of the ligature in Shaikh Hamdullah's fonts. */
export function withNameOfGod(text: string): string {
  return text.replace(nameOfGod, (word, prefix: string, alef: string | undefined) => {
    if (!word.includes(SHADDA) || !word.includes(SMALL_ALEF)) return word;
    const hasPrefixLi = alef === undefined;
    return `${prefix}${hasPrefixLi ? 'لله' : 'الله'}`;
  });
}
