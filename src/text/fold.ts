import { unifyHamzas, unifyVowels } from './arabic-spelling.ts';
import { cacheByWord } from './word-cache.ts';

/** Increment when `fold`, or a search key built on it, returns something else; stored keys are then recomputed. */
export const FOLD_VERSION = 6;

/**
 * Apostrophes, accents and primes, and the Latin signs for hamza and ayn, as the content of a character class. Canonical equivalents
 * (U+0374, U+1FEF, U+1FFD) are included, so that NFC and NFD fold alike.
 */
export const apostrophes =
  "'`\u00B4\u02B9\u02BB-\u02BF\u02C8\u02CA\u02CB\u02D2\u02D3\u02EE\u0294\u0295\u0374\u1FEF\u1FFD" +
  '\u2018\u2019\u201B\u2032\u2035\uA78B\uA78C\uFF07\uFF40';

/** The article ال at the start of a word, alone or with a prefix (وال, بال, لل), if at least three letters follow. */
export const arabicArticle = /^[وف]?(?:ال|بال|كال|لل)(?=\p{L}{3})/u;

/**
 * Words of the Arabic honorific ligatures and basmala without a Unicode decomposition, up to Unicode 17. NFKD decomposes others, such as ﷺ.
 */
const honorificLigatures: Readonly<Record<string, string>> = {
  '\uFBC3': 'جل وعلا',
  '\uFBC4': 'دامت بركاتهم',
  '\uFBC5': 'رحمة الله تعالى عليه',
  '\uFBC6': 'رحمة الله عليهم',
  '\uFBC7': 'رحمة الله عليهما',
  '\uFBC8': 'رحمهم الله تعالى',
  '\uFBC9': 'رحمهما الله',
  '\uFBCA': 'رحمهما الله تعالى',
  '\uFBCB': 'رضي الله تعالى عنهم',
  '\uFBCC': 'حفظه الله',
  '\uFBCD': 'حفظه الله تعالى',
  '\uFBCE': 'حفظهم الله تعالى',
  '\uFBCF': 'حفظهما الله تعالى',
  '\uFBD0': 'صلى الله تعالى عليه وسلم',
  '\uFBD1': 'عجل الله فرجه الشريف',
  '\uFBD2': 'عليه الرحمة',
  '\uFD40': 'رحمه الله',
  '\uFD41': 'رضي الله عنه',
  '\uFD42': 'رضي الله عنها',
  '\uFD43': 'رضي الله عنهم',
  '\uFD44': 'رضي الله عنهما',
  '\uFD45': 'رضي الله عنهن',
  '\uFD46': 'صلى الله عليه وآله',
  '\uFD47': 'عليه السلام',
  '\uFD48': 'عليهم السلام',
  '\uFD49': 'عليهما السلام',
  '\uFD4A': 'عليه الصلاة والسلام',
  '\uFD4B': 'قدس سره',
  '\uFD4C': 'صلى الله عليه وآله وسلم',
  '\uFD4D': 'عليها السلام',
  '\uFD4E': 'تبارك وتعالى',
  '\uFD4F': 'رحمهم الله',
  '\uFD90': 'رحمة الله عليه',
  '\uFD91': 'رحمة الله عليها',
  '\uFDC8': 'رحمه الله تعالى',
  '\uFDC9': 'رضي الله تعالى عنه',
  '\uFDCA': 'رضي الله تعالى عنها',
  '\uFDCB': 'رضي الله تعالى عنهما',
  '\uFDCC': 'صلى الله عليه وعلى آله وسلم',
  '\uFDCD': 'عجل الله تعالى فرجه الشريف',
  '\uFDCE': 'كرم الله وجهه',
  '\uFDCF': 'سلامه علينا',
  '\uFDFD': 'بسم الله الرحمن الرحيم',
  '\uFDFE': 'سبحانه وتعالى',
  '\uFDFF': 'عز وجل',
  '\u{10ED1}': 'عليها الصلاة والسلام',
  '\u{10ED2}': 'عليهم الصلاة والسلام',
  '\u{10ED3}': 'عليهما الصلاة والسلام',
  '\u{10ED4}': 'قدس الله سره',
  '\u{10ED5}': 'قدس سرهم',
  '\u{10ED6}': 'قدس سرهما',
  '\u{10ED7}': 'قدست أسرارهم',
  '\u{10ED8}': 'نور الله مرقده',
};

const apostrophe = new RegExp(`[${apostrophes}]`);
const everyApostrophe = new RegExp(apostrophe, 'g');
/** Characters to pass to `foldCharacter`, which leaves all others unchanged. Most texts have few of them. */
const foldableCharacters = /[^a-z \u0621\u0623\u0624\u0626-\u063A\u0641-\u0648\u064A]/gu;
// A letter with a waw in its NFKD form, then a dagger alef; other marks, apostrophes and primes can be in between.
const uthmaniAlef = new RegExp(
  `([وؤﯮﯯﺅﺆﻭﻮ\u{1EE05}\u{1EE85}\u{1EEA5}])(?:[^\\P{M}\u0670]|[${apostrophes}\u02E4\u2033\u2034\u2036\u2037\u2057])*\u0670`,
  'gu',
);
// Tatweel, the Qur'an's small waw and yeh, the high hamza left by NFKD, marks and invisible controls.
const silent = /[\p{M}\p{Cf}\u0640\u06E5\u06E6\u0674]/gu;

const smallLetters = /[\u06E5-\u06E8]/;
/**
 * Small letters of the Qur'an that are written in full today. At the end of a word, as in لَهُۥ, a small waw is not, and a small yeh only
 * after a yeh.
 */
const smallLetterRules: readonly (readonly [RegExp, string])[] = [
  [/\u06E7/g, 'ي'],
  [/\u0640(\p{M}*)\u06E8/gu, '$1ن'],
  [/([ىيیئ][\p{M}\u0640]*)\u06E6/gu, '$1ي'],
  [/\u06E6(?=[\p{M}\p{Cf}\u0640]*\p{L})/gu, 'ي'],
  [/\u06E5(?=[\p{M}\p{Cf}\u0640]*\p{L})/gu, 'و'],
];

/** A letter with a combining hamza above; other marks can be in between. */
const combiningHamza = /([اأإآويىی])(?:[^\P{M}\u0654])*\u0654/gu;
const withHamza: Readonly<Record<string, string>> = { و: 'ؤ', ي: 'ئ', ى: 'ئ', ی: 'ئ' };

const possessive = new RegExp(
  `['\u2019\u02BC\u2018\u0060\u00B4\u1FEF\u1FFD\uFF07]s(?![\\p{L}\\p{N}\\p{M}\\p{Cf}${apostrophes}])`,
  'giu',
);
/** At least three Latin letters, the minimum before a possessive s: it's and ra's keep their s. */
const possessor = /(?:\p{Script=Latin}\p{M}*){3}$/u;
const MAX_POSSESSOR_LENGTH = 48;

const digitSeparator = /[0-9٠-٩۰-۹][,\u060C\u066C][0-9٠-٩۰-۹]/;
/** Groups of digits separated by commas or thousands separators: 1,000 and ١٬٠٠٠, but also lists such as 1,2. */
const digitGroups = /(^|[^0-9٠-٩۰-۹])([0-9٠-٩۰-۹]+(?:[,\u060C\u066C][0-9٠-٩۰-۹]+)+)/g;

/**
 * Whether groups of digits are one number, such as 1,234. Commas also separate verses (255,256), so a number that begins with three digits
 * must end in two zeros (124,000), or have no separator but ٬.
 */
function isOneNumber(groups: string): boolean {
  const [first = '', ...others] = groups.split(/[,\u060C\u066C]/);
  if (first.length > 3 || /^[0٠۰]/.test(first) || others.some(({ length }) => length !== 3)) return false;
  return first.length < 3 || /[0٠۰]{2}$/.test(groups) || !/[,\u060C]/.test(groups);
}

/** Finds the numbers of a text that have thousands separators, in UTF-16 offsets. */
export function findNumbers(text: string): { start: number; end: number }[] {
  return [...text.matchAll(digitGroups)].flatMap(({ index, 1: before = '', 2: groups = '' }) => {
    const start = index + before.length;
    return isOneNumber(groups) ? [{ start, end: start + groups.length }] : [];
  });
}

const letterGroups = {
  ا: '\u0671\u0672\u0673',
  ي: '\u0649\u06CC\u06D0\u06D2\u06CE\u06CD\u063D\u063E\u063F',
  ه: '\u06BE\u06C1\u06D5',
  ة: '\u06C3',
  ك: '\u06A9\u06AA\u06AF\u06AD\u0763\u06AC',
  ب: '\u067E',
  ج: '\u0686',
  ز: '\u0698',
  ف: '\u06A4\u06A5',
  ق: '\u06A8',
  ت: '\u0679',
  د: '\u0688',
  ر: '\u0691',
  ن: '\u06BA',
  و: '\u06C6\u06C7\u06C8\u06CB',
  ss: 'ß',
  i: 'ı',
  o: 'ø',
  d: 'đð',
  l: 'ł',
  h: 'ħ',
  ae: 'æ',
  oe: 'œ',
  th: 'þ',
  t: 'ŧ',
  σ: 'ς',
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, digit) => [digit, String.fromCharCode(0x660 + digit, 0x6f0 + digit)]),
  ),
};
const letters = new Map(
  Object.entries(letterGroups).flatMap(([plain, variants]) =>
    [...variants].map((variant) => [variant, plain]),
  ),
);

/** Folds a character independently of its neighbors. Returns letters, digits, hyphens and spaces, or nothing. */
function foldCharacter(character: string): string {
  const words = honorificLigatures[character];
  return (
    (words === undefined ? character : ` ${words} `)
      .replace(everyApostrophe, '')
      .toLowerCase()
      .normalize('NFKD')
      // NFKD turns mathematical capitals into ordinary capitals, and ŉ into an apostrophe and n.
      .toLowerCase()
      .normalize('NFKD')
      .replace(everyApostrophe, '')
      .replace(/[اوي]\u0654/g, (seat) => withHamza[seat.charAt(0)] ?? 'أ')
      .replace(silent, '')
      .replace(/./gu, (letter) => letters.get(letter) ?? letter)
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/[^\p{L}\p{N} -]/gu, ' ')
  );
}

const foldCachedCharacter = cacheByWord(foldCharacter);

/** Merges consecutive hamzas and alefs up to the last alef into one alef, because some write آ as ءا. Hamzas after it stay. */
function joinAlefs(run: string): string {
  const last = run.lastIndexOf('ا');
  return last < 0 ? run : `ا${run.slice(last + 1)}`;
}

/** Drops a hamza after a long vowel, because دعاء is often typed دعا. Keeps it if fewer than three letters would remain: شيء. */
function dropHamza(word: string): string {
  const start = arabicArticle.exec(word)?.[0].length ?? 0;
  const shorterWord = word.slice(start).replace(/([اوي])ء+/g, '$1');
  return [...shorterWord].length >= 3 ? word.slice(0, start) + shorterWord : word;
}

function unifyWord(word: string): string {
  const joinedText = unifyHamzas(word).replace(/[ءا]{2,}/g, joinAlefs);
  return unifyVowels(joinedText.includes('ء') ? joinedText.replace(/\p{L}+/gu, dropHamza) : joinedText);
}

const unifyCachedWord = cacheByWord(unifyWord);

/** Removes leading zeros of a number and separates it from letters: ١٤٤٦هـ is ١٤٤٦ هـ. */
function separateNumber(digits: string, at: number, text: string): string {
  const spaceBefore = /\p{L}$/u.test(text.slice(Math.max(0, at - 2), at)) ? ' ' : '';
  const spaceAfter = /^\p{L}/u.test(text.slice(at + digits.length, at + digits.length + 2)) ? ' ' : '';
  return spaceBefore + digits.replace(/^0+(?=.)/, '') + spaceAfter;
}

/** Folds patterns of several characters: small letters of the Qur'an, combining hamzas, possessives and digit separators. */
function simplify(text: string): string {
  let result = text;
  if (smallLetters.test(result))
    for (const [pattern, letter] of smallLetterRules) result = result.replace(pattern, letter);
  if (result.includes('\u0654'))
    result = result
      .replace(uthmaniAlef, toAlef)
      .replace(combiningHamza, (_, seat: string) => withHamza[seat] ?? 'أ');
  if (apostrophe.test(result))
    result = result.replace(possessive, (match, at: number, fullText: string) =>
      possessor.test(fullText.slice(Math.max(0, at - MAX_POSSESSOR_LENGTH), at)) ? '' : match,
    );
  if (digitSeparator.test(result))
    result = result.replace(digitGroups, (match, before: string, groups: string) =>
      isOneNumber(groups) ? before + groups.replace(/[,\u060C\u066C]/g, '') : match,
    );
  return result;
}

/** Replaces a waw by an alef, for the Uthmani spelling: صلوٰة is صلاة. */
function toAlef(_: string, waw: string): string {
  return waw.normalize('NFKD').replace(/و.*/u, 'ا');
}

/**
 * Folds a text in Arabic or Latin letters: lower case, without marks and apostrophes, one form of each letter and digit, common spellings
 * unified. One space separates words; hyphens stay only between letters or digits. Idempotent, equal for NFC and NFD, linear in length.
 */
export function fold(text: string): string {
  const folded = simplify(text)
    .replace(uthmaniAlef, toAlef)
    .replace(foldableCharacters, foldCachedCharacter)
    .replace(/[0-9]+/g, separateNumber)
    .replace(/[ -]{2,}|^-|-$/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return /[ء-ي]/.test(folded) ? folded.split(' ').map(unifyCachedWord).join(' ') : folded;
}

/** Returns the value of a decimal digit of any script. In Unicode, adjacent decimal digits are complete sets of ten, each from 0 to 9. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (code - zero) % 10;
}

/** Replaces decimal digits of every script by 0 to 9. */
export function toLatinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
}
