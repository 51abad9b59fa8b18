import { functionWords } from './function-words.ts';
import { cacheByWord } from './word-cache.ts';

const reductionRules: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/dh/g, 'd'],
  [/z/g, 'd'],
  [/q/g, 'k'],
  [/c(?!h)/g, 'k'],
  [/ou|oo/g, 'u'],
  [/ee/g, 'i'],
  [/ai|ay|ei|ey/g, 'i'],
  [/au/g, 'aw'],
  [/e/g, 'i'],
  [/o/g, 'u'],
  [/y/g, 'i'],
  [/(.)\1+/g, '$1'],
  [/^(.{2,})a[ht]$/, '$1a'],
  [/^muham[ai]d$/, 'muhamad'],
];

/**
 * Reduces a transliterated Arabic word to a skeleton, in which each sound has one spelling: tafseer and tafsir have the same. Undefined for
 * English function words, and unless the word is three or more letters a to z.
 */
export function latinSkeleton(word: string): string | undefined {
  if (!/^[a-z]{3,}$/.test(word) || functionWords.has(word)) return undefined;
  return reductionRules.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), word);
}

/** Other spellings of a letter of a skeleton; a higher number means a rarer spelling. */
const spellings: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  a: { aa: 7 },
  d: { dh: 7, z: 8, dd: 9 },
  i: { ee: 5, e: 8, ay: 8, ai: 9, ei: 9, ey: 12, y: 12, ii: 12 },
  k: { q: 4, c: 12, kk: 12 },
  u: { oo: 5, o: 7, ou: 8, uu: 12 },
  f: { ph: 12, ff: 12 },
  w: { u: 9, ww: 12 },
  ...Object.fromEntries([...'bjlmnrst'].map((letter) => [letter, { [letter.repeat(2)]: 9 }])),
};
const endings = { ah: 3, at: 5, aah: 9, aat: 10 };
/** Usual spellings of a name, which the rules produce late or not at all. */
const names: Readonly<Record<string, readonly string[]>> = {
  muhamad: ['muhammad', 'mohammed', 'mohamed', 'mohammad', 'muhammed', 'mohamad'],
};
/** Maximum number of spellings of one word in a query. */
const MAX_FORMS = 48;
const MAX_RARITY = 26;

/**
 * Lists at most 48 spellings of a transliterated word, the word itself first, rare ones last: salah, salaah, salat. Only the word itself if
 * it has fewer than four letters or no skeleton.
 */
export const latinForms = cacheByWord(listLatinForms, 500);

function listLatinForms(word: string): readonly string[] {
  const skeleton = word.length >= 4 ? latinSkeleton(word) : undefined;
  if (skeleton === undefined) return [word];
  const forms = new Set([word, ...(names[skeleton] ?? [])]);
  /** Beginnings of spellings, grouped by rarity. */
  let beginnings: string[][] = [['']];
  for (const [at, letter] of [...skeleton].entries()) {
    const isEnd = at === skeleton.length - 1 && letter === 'a' && skeleton.length > 2;
    const variants = Object.entries({ [letter]: 0, ...spellings[letter], ...(isEnd && endings) });
    const longerBeginnings = Array.from({ length: MAX_RARITY + 1 }, (): string[] => []);
    for (const [rarity, texts] of beginnings.entries())
      for (const text of texts)
        for (const [variant, extraRarity] of variants)
          longerBeginnings[rarity + extraRarity]?.push(text + variant);
    // Keeps more beginnings than are returned: a rare beginning can have a usual end.
    let remaining = 8 * MAX_FORMS;
    beginnings = longerBeginnings.map((texts) => {
      const first = texts.slice(0, remaining);
      remaining -= first.length;
      return first;
    });
  }
  for (const text of beginnings.flat()) {
    if (forms.size >= MAX_FORMS) break;
    if (latinSkeleton(text) === skeleton) forms.add(text);
  }
  return [...forms];
}
