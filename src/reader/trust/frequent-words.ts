/** Urdu's most frequent words ending in a letter that Word's PDFs lose in a ligature. */
const URDU_WORDS = new Set(
  'کے کی ہے میں سے نے ہیں نہیں یہ بھی لیے اپنے تھے گے ہی لئے ہوئے والے نہ'.split(' '),
);
/** Letters of Urdu that Arabic and Persian do not have. */
const urduLetter = /[ہےںٹڈڑھ]/;
const MIN_WORDS = 60;
/** Minimum share of words with such letters in Urdu, and of frequent words among all. */
const MIN_URDU_SHARE = 0.2;
const MIN_FREQUENT_SHARE = 0.05;

/** Whether words are Urdu without its most frequent words, so that letters must be missing. */
export function lacksFrequentWords(words: readonly string[]): boolean {
  const bare = words.map((word) => word.replace(/[^\p{L}]/gu, '')).filter((word) => word !== '');
  const urdu = bare.filter((word) => urduLetter.test(word));
  if (bare.length < MIN_WORDS || urdu.length < MIN_URDU_SHARE * bare.length) return false;
  return bare.filter((word) => URDU_WORDS.has(word)).length < MIN_FREQUENT_SHARE * bare.length;
}
