/** Keys of a US keyboard and their characters in the Arabic (101) layout: unshifted, then some shifted ones. */
const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvnm,./~QWERYOPASHJKXN?";
const arabicKeys =
  'ذضصثقفغعهخحجدشسيبلاتنمكطئءؤرىةوزظ\u0651\u064E\u064B\u064F\u064Cإ×؛\u0650\u064Dأـ،\u0652آ؟';

/** Keys that type a lam and an alef at once. */
const ligatureKeys = { b: 'لا', T: 'لإ', G: 'لأ', B: 'لآ' };

const toArabic = new Map([
  ...[...latinKeys].map((key, index) => [key, arabicKeys[index] ?? key] as const),
  ...Object.entries(ligatureKeys),
]);
const toLatin = new Map([...toArabic].map(([key, letters]) => [letters, key.toLowerCase()]));

function retype(units: readonly string[], layout: ReadonlyMap<string, string>): string {
  return units.map((unit) => layout.get(unit) ?? layout.get(unit.toLowerCase()) ?? unit).join('');
}

const MIN_LETTERS = 3;
const letters = { arabic: /[\u0621-\u064A]/g, latin: /[a-z]/gi };
/** Extension of every file name. */
const FILE_EXTENSION = '.pdf';

/**
 * Returns the text without outer punctuation, in a list. The list is empty if the text has fewer than three letters of the script, or
 * punctuation inside, or is part of `.pdf`.
 */
function listGuesses(text: string, script: RegExp): string[] {
  const guess = text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '');
  const isWord = /^[\p{L}\p{M}\p{N}\s]+$/u.test(guess) && (guess.match(script) ?? []).length >= MIN_LETTERS;
  return isWord && !FILE_EXTENSION.includes(guess.toLowerCase()) ? [guess] : [];
}

/**
 * Guesses the text that a visitor meant to type, if the keyboard had the other layout: `;jhf` gives كتاب, بهضا gives fiqh. Ambiguous keys
 * give two guesses. There is none for text in both scripts, or if the text or the guess has fewer than three letters.
 */
export function guessOtherLayout(text: string): string[] {
  const arabic = (text.match(letters.arabic) ?? []).length;
  const latin = (text.match(letters.latin) ?? []).length;
  if ((arabic > 0 && latin > 0) || Math.max(arabic, latin) < MIN_LETTERS) return [];
  const guesses =
    latin > 0
      ? [retype([...text], toArabic), retype([...text.toLowerCase()], toArabic)]
      : [retype([...text], toLatin), retype(text.match(/ل[اأإآ]|./gsu) ?? [], toLatin)];
  const otherLetters = latin > 0 ? letters.arabic : letters.latin;
  return [...new Set(guesses.flatMap((guess) => listGuesses(guess, otherLetters)))];
}
