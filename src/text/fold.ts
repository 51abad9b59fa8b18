import { unifyHamzas, unifyVowels } from './arabic-spelling.ts';

/** Raise it whenever `fold`, or a search key built on it, returns something else: stored keys are then made again. */
export const FOLD_VERSION = 4;

/**
 * Every character people write for an apostrophe, hamza or ayn in Latin letters, as the inside of a character
 * class. Written with canonical equivalents (U+0374, U+1FEF, U+1FFD), so that NFC and NFD text fold alike.
 */
export const apostrophes =
  "'`\u00B4\u02B9\u02BB-\u02BF\u02C8\u02CA\u02CB\u02D2\u02D3\u02EE\u0294\u0295\u0374\u1FEF\u1FFD" +
  '\u2018\u2019\u201B\u2032\u2035\uA78B\uA78C\uFF07\uFF40';

/** The article ال with the particles written onto it, where at least three letters of a word are left after it. */
export const arabicArticle = /^[وف]?(?:ال|بال|كال|لل)(?=\p{L}{3})/u;

/**
 * The Arabic honorific ligatures that Unicode gives no decomposition (UnicodeData, blocks Arabic Presentation
 * Forms-A), and the words they stand for. Those that do decompose, such as ﷺ, need no entry: NFKD spells them.
 */
const honorificLigatures: Readonly<Record<string, string>> = {
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
  '\uFDCF': 'سلامه علينا',
  '\uFDFD': 'بسم الله الرحمن الرحيم',
  '\uFDFE': 'سبحانه وتعالى',
  '\uFDFF': 'عز وجل',
};

const apostrophe = new RegExp(`[${apostrophes}]`);
const everyApostrophe = new RegExp(apostrophe, 'g');
/** Characters that folding may change; most characters of most texts are not among them. */
const changing = /[^a-z \u0621\u0623\u0624\u0626-\u063A\u0641-\u0648\u064A]/gu;
// All that NFKD ends with a waw; marks other than the dagger alef may stand between, and what NFKD makes apostrophes of.
const uthmaniAlef = new RegExp(
  `([وؤﯮﯯﺅﺆﻭﻮ\u{1EE05}\u{1EE85}\u{1EEA5}])(?:[^\\P{M}\u0670]|[${apostrophes}\u02E4\u2033\u2034\u2036\u2037\u2057])*\u0670`,
  'gu',
);
// Tatweel, the small waw and yeh of Quran print, the high hamza that NFKD leaves behind, marks and invisible controls.
const silent = /[\p{M}\p{Cf}\u0640\u06E5\u06E6\u0674]/gu;

const smallLetters = /[\u06E5-\u06E8]/;
/** The small letters of Quran print that are pronounced, and written in full today: not the last one of لَهُۥ. */
const smallLetterRules: readonly (readonly [RegExp, string])[] = [
  [/\u06E7/g, 'ي'],
  [/\u0640(\p{M}*)\u06E8/gu, '$1ن'],
  [/([ىيیئ][\p{M}\u0640]*)\u06E6/gu, '$1ي'],
  [/\u06E6(?=[\p{M}\p{Cf}\u0640]*\p{L})/gu, 'ي'],
  [/\u06E5(?=[\p{M}\p{Cf}\u0640]*\p{L})/gu, 'و'],
];

/** A hamza above that is written apart from its seat. */
const hamzaApart = /([اأإآويىی])(?:[^\P{M}\u0654])*\u0654/gu;
const withHamza: Readonly<Record<string, string>> = { و: 'ؤ', ي: 'ئ', ى: 'ئ', ی: 'ئ' };

const possessive = new RegExp(
  `['\u2019\u02BC\u2018\u0060\u00B4\u1FEF\u1FFD\uFF07]s(?![\\p{L}\\p{N}\\p{M}\\p{Cf}${apostrophes}])`,
  'giu',
);
/** Letters before a possessive s: shorter words, such as it's and ra's, keep it. */
const possessor = /(?:\p{Script=Latin}\p{M}*){3}$/u;
const MAX_POSSESSOR_LENGTH = 48;

const separator = /[0-9٠-٩۰-۹][,\u060C\u066C][0-9٠-٩۰-۹]/;
/** Digits in groups that commas part: 1,000 and ١٬٠٠٠, and also lists such as 1,2. */
const digitGroups = /(^|[^0-9٠-٩۰-۹])([0-9٠-٩۰-۹]+(?:[,\u060C\u066C][0-9٠-٩۰-۹]+)+)/g;

/**
 * Whether groups of digits are one number. A comma also parts the verses 255,256: a number above 99,999 is one only if it is
 * round, or has the separator that parts nothing but thousands.
 */
function isOneNumber(groups: string): boolean {
  const [first = '', ...others] = groups.split(/[,\u060C\u066C]/);
  if (first.length > 3 || /^[0٠۰]/.test(first) || others.some(({ length }) => length !== 3)) return false;
  return first.length < 3 || /[0٠۰]{2}$/.test(groups) || !/[,\u060C]/.test(groups);
}

/** Numbers with thousands separators in a text, in UTF-16 offsets. */
export function separatedNumbers(text: string): { start: number; end: number }[] {
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

/** Folds a character independently of its neighbors: to letters and digits, a hyphen, a space, or nothing. */
function formOf(character: string): string {
  const words = honorificLigatures[character];
  return (
    (words === undefined ? character : ` ${words} `)
      .replace(everyApostrophe, '')
      .toLowerCase()
      .normalize('NFKD')
      // Mathematical letters are upper case only after NFKD, and ŉ holds an apostrophe only then.
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

/** The forms of those characters that have been met, of the first plane of Unicode: all others are rare. */
const forms = new Map<string, string>();

function knownForm(character: string): string {
  let form = forms.get(character);
  if (form === undefined) {
    form = formOf(character);
    if (character.length === 1) forms.set(character, form);
  }
  return form;
}

/** Joins hamzas and alefs in a row: the last alef replaces those before it, because some write آ as ءا. */
function joinAlefs(run: string): string {
  const last = run.lastIndexOf('ا');
  return last < 0 ? run : `ا${run.slice(last + 1)}`;
}

/** دعاء is often typed دعا, but in a word as short as شيء the hamza distinguishes it from others. */
function dropHamza(word: string): string {
  const start = arabicArticle.exec(word)?.[0].length ?? 0;
  const shorter = word.slice(start).replace(/([اوي])ء+/g, '$1');
  return [...shorter].length >= 3 ? word.slice(0, start) + shorter : word;
}

function unifyWord(word: string): string {
  const joined = unifyHamzas(word).replace(/[ءا]{2,}/g, joinAlefs);
  return unifyVowels(joined.includes('ء') ? joined.replace(/\p{L}+/gu, dropHamza) : joined);
}

/** Unified words: texts repeat theirs, and each takes dozens of rules. */
const unifiedWords = new Map<string, string>();
const MAX_UNIFIED_WORDS = 20_000;
const MAX_UNIFIED_LENGTH = 32;

function knownWord(word: string): string {
  let unified = unifiedWords.get(word);
  if (unified === undefined) {
    unified = unifyWord(word);
    if (unifiedWords.size >= MAX_UNIFIED_WORDS) unifiedWords.clear();
    if (word.length <= MAX_UNIFIED_LENGTH) unifiedWords.set(word, unified);
  }
  return unified;
}

/** A number without zeros before it, and with a space between it and letters: ١٤٤٦هـ is ١٤٤٦ هـ. */
function partNumber(digits: string, at: number, text: string): string {
  const before = /\p{L}$/u.test(text.slice(Math.max(0, at - 2), at)) ? ' ' : '';
  const after = /^\p{L}/u.test(text.slice(at + digits.length, at + digits.length + 2)) ? ' ' : '';
  return before + digits.replace(/^0+(?=.)/, '') + after;
}

/** Folding steps before single letters: lower case, possessives, separators. */
function simplify(text: string): string {
  let simple = text;
  if (smallLetters.test(simple))
    for (const [pattern, letter] of smallLetterRules) simple = simple.replace(pattern, letter);
  if (simple.includes('\u0654'))
    simple = simple
      .replace(uthmaniAlef, alefOf)
      .replace(hamzaApart, (_, seat: string) => withHamza[seat] ?? 'أ');
  if (apostrophe.test(simple))
    simple = simple.replace(possessive, (sign, at: number, whole: string) =>
      possessor.test(whole.slice(Math.max(0, at - MAX_POSSESSOR_LENGTH), at)) ? '' : sign,
    );
  if (separator.test(simple))
    simple = simple.replace(digitGroups, (all, before: string, groups: string) =>
      isOneNumber(groups) ? before + groups.replace(/[,\u060C\u066C]/g, '') : all,
    );
  return simple;
}

/** Uthmani spelling: صلوٰة is صلاة. */
function alefOf(_: string, waw: string): string {
  return waw.normalize('NFKD').replace(/و.*/u, 'ا');
}

/**
 * Folds a text in Arabic or Latin letters: lower case, no tashkeel, one form of each letter and digit, words and
 * numbers separated by one space, a hyphen only between letters or digits. Names and queries are folded alike.
 * Idempotent, equal for NFC and NFD, and linear in the length of the text.
 */
export function fold(text: string): string {
  const folded = simplify(text)
    .replace(uthmaniAlef, alefOf)
    .replace(changing, knownForm)
    .replace(/[0-9]+/g, partNumber)
    .replace(/[ -]{2,}|^-|-$/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return /[ء-ي]/.test(folded) ? folded.split(' ').map(knownWord).join(' ') : folded;
}

/** The value of a decimal digit of any script. Unicode keeps the ten digits of a script together, zero first. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (code - zero) % 10;
}

/** Replaces decimal digits of every script by 0 to 9. */
export function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
}
