/** Information content of a text's words under a model of their script. */
export interface Surprise {
  bits: number;
  /** Bits of the words when read backward. */
  backward: number;
  /** Number of letter pairs. */
  pairs: number;
}

/** Minimum letter pairs to judge a text: usually, and if the text has hardly any frequent words. */
export const MIN_PAIRS = { usual: 60, rareWords: 26 };

/** Measures the words of one script. Ignores words of one letter. */
export function surpriseOf(words: readonly string[], { rowIndexes, halfBits, width }: LetterCosts): Surprise {
  const edge = width - 1;
  const cost = (first: number, second: number) => halfBits[first * width + second] ?? 0;
  const sum = { bits: 0, backward: 0, pairs: 0 };
  for (const word of words) {
    let [previousRow, pairs, forwardBits, backwardBits] = [edge, 1, 0, 0];
    for (let index = 0; index < word.length; index++) {
      const row = rowIndexes[word.charCodeAt(index)] ?? NO_ROW;
      if (row === NO_ROW) continue;
      forwardBits += cost(previousRow, row);
      backwardBits += cost(row, previousRow);
      previousRow = row;
      pairs++;
    }
    if (pairs < 3) continue;
    sum.bits += (forwardBits + cost(previousRow, edge)) / 2;
    sum.backward += (backwardBits + cost(edge, previousRow)) / 2;
    sum.pairs += pairs;
  }
  return sum;
}

/** Whether the words cost more than `limit` bits per letter pair; false for fewer than `minPairs`. */
export function isSurprising({ bits, pairs }: Surprise, limit: number, minPairs = MIN_PAIRS.usual): boolean {
  return pairs >= minPairs && bits > limit * pairs;
}

/** Minimum gain in bits per letter pair; a few foreign names are more likely backward, by less than this. */
const MIN_BACKWARD_GAIN = 0.3;

/**
 * Whether the words are clearly more likely when read backward, as programs without Arabic support write them; false for fewer than
 * `minPairs`.
 */
export function isBackward({ bits, backward, pairs }: Surprise, minPairs = MIN_PAIRS.usual): boolean {
  return pairs >= minPairs && bits > backward + MIN_BACKWARD_GAIN * pairs;
}

/** Costs of letter pairs. The last row and column are the start and end of words. */
interface LetterCosts {
  /** Row index of each letter by its code; `NO_ROW` for characters without costs. */
  rowIndexes: Uint8Array;
  /** Cost of each letter pair in half bits, row by row. */
  halfBits: Uint8Array;
  /** Number of letters, including the end of words. */
  width: number;
}

const NO_ROW = 255;

/** Unpacks costs from a row of base-36 digits for each first letter. */
function unpackCosts(letters: string, rows: readonly string[]): LetterCosts {
  const rowIndexes = new Uint8Array(0x10000).fill(NO_ROW);
  for (const [row, letter] of [...letters].entries()) rowIndexes[letter.charCodeAt(0)] = row;
  const halfBits = Uint8Array.from(rows.join(''), (digit) => Number.parseInt(digit, 36));
  return { rowIndexes, halfBits, width: letters.length };
}

/** Costs from 90,000 words of classical and modern Arabic, and 200,000 of Urdu, folded. */
export const arabicCosts = unpackCosts('ءابتثجحخدذرزسشصضطظعغفقكلمنهوي ', [
  'kkkkkkkkkkkkkkkkkkkkkkkkkhk871', // ء
  'jyaagedccdah9gdfhjdjded4a7ca94', // ا
  's6fajfceah8lddekfm9fkca9c86a65', // ب
  'u8acjca9cg9jceagei9bcaab7a8875', // ت
  'o6bflmoloo6ooooooolioai559aa85', // ث
  'r58dlngr9f8bakrrrr8rkrca986688', // ج
  'r6a8ecmr7f9e9ecfierrb89a8aba76', // ح
  'q6b8qqqq6a6fdd7j8qnqbqo5dii99b', // خ
  'g5fdeqkcdt9tgittttajgdcb9b7754', // د
  'o39fqfqoqo9qqqqqqqmqfh96ga8a48', // ذ
  'g79bjbbkdqffbhkafvfgcebqcd8863', // ر
  'd6ceogjeco8knkoooochh9b78ab855', // ز
  't785tddeftailtttetendfc879b855', // س
  'p5dapah9bj5lohppfpcebe8iae7b59', // ش
  'q69hqq8m7q7qqqfqeqee8lo6dc9956', // ص
  'o6cfomcoho8oooolfo8bhof7ag9963', // ض
  'p68fppkppp5plipphpaebam7da9865', // ط
  'm7mfmmmmmm6mmmmmmmkmimg4996d64', // ظ
  't89bfftt8b9eiggbedttfcf487a996', // ع
  'n8bdinnnfm8jbeicannn7nj9b89939', // غ
  'r6g9lfdhhg7k8jecgdbli9c9cf9946', // ف
  's699qsps8k8kdldebscsggf8ad9666', // ق
  'u7dademkid7geinqsojsbpp9788655', // ك
  'v6caiebcdbehcddjfibfcb987a7966', // ل
  'w6fbcedfdjahaeeiiraigf8af69a84', // م
  'w7dalfelbhiededmggfqcdareg7a72', // ن
  'v7hdsivvdbbjnnvsqvvvonic7cg862', // ه
  'j5cbiceich7fchffgjckcba7859i96', // و
  'g9dbgddgbi9ecfeggjchcbab968ca3', // ي
  'q489gbddcfcgbefifjag9b797b979z', // start
]);

/** Costs from 500,000 words of English, French, Indonesian, Spanish and Swedish, without accents. */
export const latinCosts = unpackCosts('abcdefghijklmnopqrstuvwxyz ', [
  'ib89kgbabhb795mbl797cchnci6', // a
  '5eln4onl8ej7dh7kr8bh6morat8', // b
  '8pek7qq69s89no4ol9c5ajougm9', // c
  '6ihc4kij6jncji7fmbdfainmfw4', // d
  '9eaaccfieid9a6fcj678dcfbfg4', // e
  '6ljm78tr7mnbml5pt6fb6qoteo5', // f
  '6jii5ka98iccgaapr9de8lpqkp3', // g
  '4lkj4mqn7ihggf7oqdj8bpiyft4', // h
  'ad989cagmhc8957cka77iaoirf7', // i
  '4mtg6mpm9lolpj7cnj3k7njpppd', // j
  '3fjh5ldf9kgdgcblweac9ihqeo4', // k
  '5egb5iii6hg6ii7fjjaa9fkuct6', // l
  '6alh4jij7ljeaf87tmck8mrqeu5', // m
  '8j978e6maffegb9fkk86dgnvcl4', // n
  'feaagbdhdjfa74bbm68a7cbigl6', // o
  '5pid6lfeani8gj69r7898olbjy7', // p
  'hnlinkkphpnlknmkkimj0pkklld', // q
  '6gcb4gch8icdca7hkba8bdkxdo5', // r
  '8ibi5jjc9kbfhe9cfea6aiiifq3', // s
  '7jek6jn76jkegf8co9b99kfnco4', // t
  'abca7idb9hc8b6jar667sgmcjk6', // u
  '5ojj3qjl5pnjqk7kndgjejmqkr7', // v
  '6klk6hi65poeha7ijbcdkk9nls5', // w
  '9kamdqnganqknni5ktn4gitnll2', // x
  '4gee9jhncklbga5aqfcdejknhn2', // y
  '4mbl5gdd8mphgf7jdkleehfpcd3', // z
  '7a8799c99cc99a99d977bbblblz', // start
]);
