import { fold } from '#text/fold.ts';

/** Urdu's most frequent words that end in a letter which Word's PDFs lose in a ligature. */
const URDU_WORDS = new Set(
  'کے کی ہے میں سے نے ہیں نہیں یہ بھی لیے اپنے تھے گے ہی لئے ہوئے والے نہ'.split(' '),
);
/** Letters of Urdu that Arabic and Persian lack. */
const urduLetter = /[ہےںٹڈڑھ]/;
const MIN_WORDS = 60;
/** Minimum shares of words with such letters, and of frequent words, in Urdu. */
const MIN_URDU_SHARE = 0.2;
const MIN_FREQUENT_SHARE = 0.05;

/** Whether a text of at least 60 words is Urdu but lacks Urdu's most frequent words, which means that letters are missing. */
export function lacksFrequentWords(words: readonly string[]): boolean {
  const count = (test: (word: string) => boolean) => words.filter(test).length;
  const all = count((word) => /\p{L}/u.test(word));
  if (all < MIN_WORDS || count((word) => urduLetter.test(word)) < MIN_URDU_SHARE * all) return false;
  const frequent = count((word) => URDU_WORDS.has(word.replace(/[^\p{L}]/gu, '')));
  return frequent < MIN_FREQUENT_SHARE * all;
}

/** Frequent words of Arabic, Persian and Urdu, folded. */
const FREQUENT_WORDS = new Set(
  fold(
    'من في على إلى أن إن لا ما هو هي هذا هذه ذلك تلك الذي التي الذين كان كانت قال قالت الله لله بالله عن مع كل بعد قبل ثم أو أم لم لن قد ' +
      'يا بين حتى إذا إذ عند غير به له فيه منه عليه إليه بها لها فيها منها عليها لهم هم أنا أنت أنه أنها صلى وسلم رسول محمد النبي الناس ' +
      'يوم ابن أبي أبو بن رضي عنه تعالى عبد رب كما عليهم منهم بما مما فإن لك كيف هل ولم وإن أي بعض نحو ليس ' +
      'که از به در را این است با برای آن می های کند شود بود یا تا کے کی میں سے ہے کو کا نے اور یہ کہ پر ہیں نہیں وہ تھا ایک جو بھی',
  ).split(' '),
);
const withPrefix = /^[وفبلك]/;
/** Maximum share of frequent words in wrong text. In correct text, about a quarter of the words are frequent. */
const MAX_CHANCE_SHARE = 0.12;

/** Whether folded words include more frequent words than wrong letters form by chance. */
export function hasFrequentWords(words: readonly string[]): boolean {
  const isFrequent = (word: string) =>
    FREQUENT_WORDS.has(word) || FREQUENT_WORDS.has(word.replace(withPrefix, ''));
  return words.filter(isFrequent).length > MAX_CHANCE_SHARE * words.length;
}

/** Letters that are frequent in all languages in Arabic script. */
const FREQUENT_LETTERS = [...'اليمن'];
const MIN_LETTERS = 150;
const MIN_LETTER_SHARE = 0.005;

/**
 * Whether a frequent letter hardly occurs in folded words of at least 150 letters, because their font names it as another letter or not at
 * all.
 */
export function lacksFrequentLetters(words: readonly string[]): boolean {
  const text = words.join('');
  const count = (letter: string) => text.split(letter).length - 1;
  return (
    text.length >= MIN_LETTERS &&
    FREQUENT_LETTERS.some((letter) => count(letter) < MIN_LETTER_SHARE * text.length)
  );
}
