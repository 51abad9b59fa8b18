/** Raise it whenever `fold`, or a search key built on it, answers differently: stored keys are then made anew. */
export const foldVersion = 2;

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

const apostrophe = new RegExp(`[${apostrophes}]`, 'g');
/** What stays as it is, of most texts the most. */
const changing = /[^a-z \u0621\u0627\u0628\u062A-\u063A\u0641-\u0648\u064A]/gu;
// All that NFKD ends with a waw; marks other than the dagger alef may stand between, and what NFKD makes apostrophes of.
const uthmaniAlef = new RegExp(
  `([وؤﯮﯯﺅﺆﻭﻮ\u{1EE05}\u{1EE85}\u{1EEA5}])(?:[^\\P{M}\u0670]|[${apostrophes}\u02E4\u2033\u2034\u2036\u2037\u2057])*\u0670`,
  'gu',
);
// Tatweel, the small waw and yeh of Quran print, the high hamza that NFKD leaves behind, marks and invisible controls.
const silent = /[\p{M}\p{Cf}\u0640\u06E5\u06E6\u0674]/gu;

const letterGroups = {
  ا: '\u0671\u0672\u0673',
  ي: '\u0649\u06CC\u06D0\u06D2\u06CE\u06CD\u063D\u063E\u063F',
  ه: '\u0629\u06BE\u06C1\u06C3\u06D5',
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

/** What a character is in a folded text whatever stands beside it: letters and digits, a hyphen, a space, or nothing. */
function formOf(character: string): string {
  const words = honorificLigatures[character];
  return (
    (words === undefined ? character : ` ${words} `)
      .replace(apostrophe, '')
      .toLowerCase()
      .normalize('NFKD')
      // Mathematical letters are upper case only after NFKD, and ŉ holds an apostrophe only then.
      .toLowerCase()
      .normalize('NFKD')
      .replace(apostrophe, '')
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

/** Of the hamzas and alefs in a row, the last alef swallows all before it: ءا is how some write آ. */
function joinAlefs(run: string): string {
  const last = run.lastIndexOf('ا');
  return last < 0 ? run : `ا${run.slice(last + 1)}`;
}

/** دعاء is often typed دعا, but in a word as short as شيء the hamza is what tells it from others. */
function dropHamza(word: string): string {
  const start = arabicArticle.exec(word)?.[0].length ?? 0;
  const shorter = word.slice(start).replace(/([اوي])ء+/g, '$1');
  return [...shorter].length >= 3 ? word.slice(0, start) + shorter : word;
}

/** The words of a text that hold a hamza are few, and found sooner than each word is looked at. */
function dropHamzas(text: string): string {
  let [dropped, end] = ['', 0];
  for (let at = text.indexOf('ء'); at >= 0; at = text.indexOf('ء', end)) {
    const start = text.lastIndexOf(' ', at) + 1;
    dropped += text.slice(end, start);
    end = text.indexOf(' ', at);
    if (end < 0) end = text.length;
    dropped += text.slice(start, end).replace(/\p{L}+/gu, dropHamza);
  }
  return dropped + text.slice(end);
}

/**
 * The spelling-free form of a text in Arabic or Latin letters: lower case, no tashkeel, one form of each letter
 * and digit, words separated by one space, a hyphen only between letters or digits. Names and queries are folded
 * alike. Idempotent, the same for NFC and NFD, and linear in the length of the text whatever it holds.
 */
export function fold(text: string): string {
  return dropHamzas(
    text
      // Uthmani spelling: صلوٰة is صلاة.
      .replace(uthmaniAlef, (_, waw: string) => waw.normalize('NFKD').replace(/و.*/u, 'ا'))
      .replace(changing, knownForm)
      .replace(/[ءا]{2,}/g, joinAlefs)
      .replace(/[ -]{2,}|^-|-$/g, ' ')
      // What stands before is matched, not looked back at: Safari can do so only since 16.4.
      .replace(/(^|[^0-9])0+(?=[0-9])/g, '$1')
      .replace(/ {2,}/g, ' ')
      .trim(),
  );
}

/** The value of a decimal digit of any script. Unicode keeps the ten digits of a script together, zero first. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (code - zero) % 10;
}

/** A text with every decimal digit, of whatever script, as the one of 0 to 9. */
export function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
}
