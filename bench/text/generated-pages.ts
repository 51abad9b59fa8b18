/** Letters of made-up words, half of them Arabic. */
const alphabets = ['ابتجحدرسشصطعفقكلمنهوي', 'abcdefghilmnoprstuw'];
/** Number of different words; few are common, most are rare (Zipf's law). */
const vocabulary = 60_000;
const wordsOfPage = 260;

/** A word that half of all pages contain. */
export const halfWord = 'نصف';

/** Verses 112:1 to 4, which one page in 500 quotes. */
const verses = 'قل هو الله احد الله الصمد لم يلد ولم يولد ولم يكن له كفوا احد';
const PAGES_PER_QUOTATION = 500;

/** Random numbers with a fixed seed: xorshift. */
function createNumbers(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Returns a made-up word by its rank: common ones are short. */
export function word(rank: number, script: number): string {
  const letters = alphabets[script] ?? '';
  const numbers = createNumbers((rank + 1) * 2_654_435_761 + script);
  const length = 2 + Math.floor(Math.log2(rank + 2) / 3) + Math.floor(numbers() * 3);
  return Array.from({ length }, () => letters[Math.floor(numbers() * letters.length)]).join('');
}

const words = [0, 1].map((script) => Array.from({ length: vocabulary }, (_, rank) => word(rank, script)));

/** Returns the text of page `index`, with word frequencies of natural texts. */
export function pageText(index: number): string {
  const numbers = createNumbers(index * 7919 + 13);
  const list = words[index % 3 === 2 ? 1 : 0] ?? [];
  const randomWords = Array.from(
    { length: wordsOfPage },
    () => list[Math.floor(vocabulary ** numbers()) - 1] ?? '',
  );
  if (index % 2 === 0) randomWords[index % wordsOfPage] = halfWord;
  if (index % PAGES_PER_QUOTATION === 0) randomWords[wordsOfPage / 2] = verses;
  return randomWords.join(' ');
}
