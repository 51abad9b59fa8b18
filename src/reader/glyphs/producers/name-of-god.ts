/** Marks that the name of God has together, and hardly any other word: a shadda and a small alef. */
const DOUBLING = '\u0651';
const SMALL_ALEF = '\u0670';
const name = /(?<![\p{L}\p{M}])((?:[وفبت]\p{M}*)*)(ا\p{M}*)?ل[\p{M}]*ا?[\p{M}]*(?![\p{L}\p{M}])/gu;

/** Repairs the name of God in a text: Word names its ligature in Shaikh Hamdullah's fonts without the last letter. */
export function withNameOfGod(text: string): string {
  return text.replace(name, (word, before: string, alef: string | undefined) => {
    if (!word.includes(DOUBLING) || !word.includes(SMALL_ALEF)) return word;
    const isFor = alef === undefined;
    return `${before}${isFor ? 'لله' : 'الله'}`;
  });
}
