/** A pattern and its replacement. */
type Rule = readonly [pattern: RegExp, replacement: string];

/** Optional prefixes of an Arabic word: "and", "so", "by", "like", "for" and the article. */
const particles = '(?:[وف]?[بكل]?(?:ال)?|[وف]?لل)';
const wordEnd = '(?=$|[ -])';

/** Creates a rule for a whole word, with or without prefixes. In `replacement`, the groups of `word` are numbered from `$2`. */
function wholeWordRule(word: string, replacement: string): Rule {
  return [new RegExp(`((?:^|[ -])${particles})${word}${wordEnd}`, 'g'), `$1${replacement}`];
}

/** Numbers that can be joined to مائة: ثلاثمائة. */
const hundreds = '(?:ث?لا?ث|[اأ]ربع|خمس|ست|سبع|ثماني?|تسع)?';

/** Rules that unify spellings of hamza, and صلوة, زكوة and مشكوة. They apply in order, to words whose hamzas still have their seats. */
const hamzaRules: readonly Rule[] = [
  [
    new RegExp(
      `((?:^|[ -])${particles}${hundreds})م(?:ائ|أ|اي)(?=(?:[ةه]|ات|ت(?:ين|ان|ي|ا))(?:$|[ -]))`,
      'g',
    ),
    '$1مئ',
  ],
  wholeWordRule('([رشفك])ؤ([نس])', '$2ؤو$3'),
  wholeWordRule('كف[ءئ]', 'كفؤ'),
  wholeWordRule('امر(?:ئ|يء|ء)', 'امرؤ'),
  wholeWordRule('ت([فسض])ائل(ات)?', 'ت$2اؤل$3'),
  wholeWordRule('تثائب', 'تثاؤب'),
  wholeWordRule('تشائم', 'تشاؤم'),
  wholeWordRule('(صل|زك|مشك)وة', '$2اة'),
  // The plurals are also written with a madda: هيآت, منشآت.
  wholeWordRule('(هي|سي|منش|مكاف|مفاج|خطي|ناش|طار)ئات', '$2ات'),
  wholeWordRule('(ش|هن|مر)يأ', '$2يئا'),
  [/موؤد(?=[ةه])/g, 'موءود'],
  [/مسائلة/g, 'مساءلة'],
  [/([يتن])سئل/g, '$1سأل'],
  [/مسؤل/g, 'مسؤول'],
  [/مسئل(?=[ةهت])/g, 'مسأل'],
  [/هيأة/g, 'هيئة'],
  [/(ر|ش|فج|سو)ءة/g, '$1أة'],
  [/توءم/g, 'توأم'],
  [/مأذنة/g, 'مئذنة'],
  [/أسألة/g, 'أسئلة'],
  [/رءي(?=ت)/g, 'رأي'],
  [/رءي(?=ا[كيه]?(?:$|[ -])|ة)/g, 'رؤي'],
  wholeWordRule('رءا', 'رأي'),
  wholeWordRule('([جبف]ا)ءو', '$2ءوا'),
  [/اء(?=ي(?:$|[ -]))/g, 'ائ'],
  [/ءين(?=$|[ -])/g, 'ئين'],
  // Before a long u: شئون, شؤون, شءون.
  [/([^ -])[ءئؤ]و/g, '$1وو'],
  // In verbs before a long u, except رأوا and نأوا: يقرأون, يقرءون, يقرؤون.
  [/([^ -][^ رن-]|[قجبد]ر)أو(?=[ان](?:$|[ -]))/g, '$1وو'],
  // After a long a: قرائة, قراءة. Except أسمائه, which can be the genitive.
  [/([^ -])ائة/g, '$1اءة'],
  [/([^ -]{2})ائات(?=$|[ -])/g, '$1اءات'],
  [/([^ -][^ لم-])ائ(?=ت(?:ه|ها|هم|هما|هن|ك|كم|ي|نا|ين|ان)(?:$|[ -]))/g, '$1اء'],
  // After a yeh, also at the end of a word: بريءة, بريئة, شئ, شيئ, شيء.
  [/يء(?=[^ -])/g, 'يئ'],
  wholeWordRule('([^ -])ئ', '$2يء'),
  [/يئ(?=$|[ -])/g, 'يء'],
];

/** Usual spellings of folded words, by the spelling with a missing or extra long vowel or an open ta. */
const usualSpelling = new Map(
  Object.entries({
    ابراهيم: 'ابرهيم',
    اسحاق: 'اسحق',
    اسماعيل: 'اسمعيل',
    سليمان: 'سليمن',
    عثمان: 'عثمن',
    عمران: 'عمرن',
    لقمان: 'لقمن',
    مروان: 'مرون',
    معاويه: 'معويه',
    هارون: 'هرون',
    ياسين: 'يسين',
    يحيي: 'يحي',
    هذا: 'هاذا',
    هذه: 'هاذه',
    هكذا: 'هاكذا',
    هولا: 'هاولا',
    اوليك: 'اولايك',
    ذلك: 'ذالك',
    لكن: 'لاكن',
    اولو: 'اولوا',
    بسم: 'باسم',
    الربا: 'الربوا',
    ثلاثميه: 'ثلثميه',
    // Words that the Qur'an also writes with an open ta.
    ...Object.fromEntries(
      [
        'رحمه',
        'نعمه',
        'امراه',
        'سنه',
        'لعنه',
        'معصيه',
        'شجره',
        'فطره',
        'ابنه',
        'جنه',
        'غيابه',
        'مرضاه',
        'ثمره',
      ].map((word) => [word, word.replace(/ه$/, 'ت')]),
    ),
  }).map(([usual, other]) => [other, usual]),
);
const unusualWord = new RegExp(
  `((?:^|[ -])${particles})(${[...usualSpelling.keys()].join('|')})${wordEnd}`,
  'g',
);
const unusualPart = /داوود|طاووس|رحمان|سموات/g;
const usualPart: Readonly<Record<string, string>> = {
  داوود: 'داود',
  طاووس: 'طاوس',
  رحمان: 'رحمن',
  سموات: 'سماوات',
};

const seats: Readonly<Record<string, string>> = { أ: 'ا', ؤ: 'و', ئ: 'ي', ة: 'ه' };

/**
 * Unifies common spellings of hamza in a text without other marks, then replaces أ, ؤ and ئ by their seats, and ة by ه. A separate ء stays.
 */
export function unifyHamzas(text: string): string {
  if (!/[أؤئءة]|ماي/.test(text)) return text;
  return hamzaRules
    .reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text)
    .replace(/[أؤئة]/g, (letter) => seats[letter] ?? letter);
}

/** Gives common words with a missing long vowel, an extra one, or the Qur'an's open ta their usual spelling. */
export function unifyVowels(folded: string): string {
  return folded
    .replace(unusualPart, (part) => usualPart[part] ?? part)
    .replace(unusualWord, (_, before: string, word: string) => before + (usualSpelling.get(word) ?? word));
}

/**
 * Returns other spellings of a folded word that may have a hamza before a long u: شيون for شوون, the folded شئون. Queries need them,
 * because folding cannot distinguish these words from others.
 */
export function listHamzaSpellings(word: string): string[] {
  const spellings = [
    word.replace(/(?!^)وو/, 'يو'),
    word.replace(/(..)يو/, '$1وو'),
    word.replace(/(.[^رن]|[قجبد]ر)وو(?=[ان]$)/, '$1او'),
    word.replace(/(.[^رن]|[قجبد]ر)او(?=[ان]$)/, '$1وو'),
  ];
  return [...new Set(spellings)].filter((other) => other !== word);
}

/** Nouns that the Qur'an writes with an open ta before certain words; elsewhere كلمت or بقيت is a verb. */
const openTaPhrases: readonly (readonly [RegExp, RegExp])[] = [
  [/^([وفبكل]?كلم)[هت]$/, /^رب/],
  [/^([وفبكل]?بقي)[هت]$/, /^الله$/],
  [/^([وفبكل]?قر)[هت]$/, /^عين/],
];

/**
 * Returns the other spelling of a folded noun that the Qur'an writes with an open ta before `next`: كلمة ربك, كلمت ربك. Empty for other
 * words.
 */
export function listOpenTaSpellings(word: string, next: string): string[] {
  return openTaPhrases
    .filter(([noun, nextPattern]) => noun.test(word) && nextPattern.test(next))
    .map(([noun]) => word.replace(noun, word.endsWith('ت') ? '$1ه' : '$1ت'));
}

/**
 * Nouns that precede a name, in each grammatical case: أبو هريرة, أبي هريرة. Also ابن, which is بن between names, and phrases often
 * written without a space.
 */
const nameForms: readonly (readonly [word: RegExp, next: RegExp, forms: readonly string[]])[] = [
  [/^([وفبكل]?)اب[ويا]$/, /./, ['ابو', 'ابي', 'ابا']],
  [/^([وفبكل]?)بن[وي]$/, /./, ['بنو', 'بني']],
  [/^([وفبكل]?)ا?بن$/, /./, ['ابن', 'بن']],
  [/^([وفبكل]?)ذ[ويا]$/, /^ال/, ['ذو', 'ذي', 'ذا']],
  [/^([وف]?)انشا$/, /^الله$/, ['ان شاء']],
  [/^([وف]?)ماشا$/, /^الله$/, ['ما شاء']],
  [/^([وف]?)انشالله$/, /^/, ['ان شاء الله', 'انشا الله']],
  [/^([وف]?)ماشالله$/, /^/, ['ما شاء الله', 'ماشا الله']],
];

/** Returns the other forms of a folded word before `next`, with its prefix. A form can be several words. Empty for other words. */
export function listNameForms(word: string, next: string): string[] {
  return nameForms.flatMap(([pattern, nextPattern, forms]) => {
    const [, particle] = pattern.exec(word) ?? [];
    if (particle === undefined || !nextPattern.test(next)) return [];
    return forms.map((form) => particle + form).filter((form) => form !== word);
  });
}
