import { latinSkeleton } from './latin-skeleton.ts';

/** What is written onto an Arabic word: and, so, by, like, for, and the article. */
const particles = ['', 'و', 'ف', 'ب', 'ك', 'ل', 'وب', 'ول', 'فب', 'فل', 'وك'];
const withArticle = ['ال', 'وال', 'فال', 'بال', 'كال', 'لل', 'ولل', 'فلل', 'وبال', 'فبال', 'وكال'];

const arabicWord = /^[ء-ي]+$/;
const article = /^[وف]?(?:[بك]?ال|لل)(?=[ء-ي]{3})/;
/** Without the article a letter may as well be one of the word's own: only before a word that is long without it. */
const particle = /^[وف]?[بكل]?(?=[ء-ي]{4})/;

/**
 * A folded word in the forms in which a page may have it: an Arabic word with and without the particles that are written onto it.
 * A letter that belongs to the word is not looked through: وقت is not قت.
 */
export function wordForms(word: string): string[] {
  if (!arabicWord.test(word)) return [word];
  const stems = [word, word.replace(article, ''), article.test(word) ? word : word.replace(particle, '')];
  const forms = stems.flatMap((stem) => {
    if (stem.length < 3) return [stem, ...withArticle.map((before) => before + stem)];
    const after = article.test(stem) ? [...particles.slice(0, 5)] : [...particles, ...withArticle];
    return after.map((before) => before + stem);
  });
  return [...new Set(forms)];
}

/** What a letter of a skeleton is also written as, each with how unusual that is. */
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
/** The one name whose spellings follow no rule. */
const names: Readonly<Record<string, readonly string[]>> = {
  muhamad: ['muhammad', 'mohammed', 'mohamed', 'mohammad', 'muhammed', 'mohamad'],
};
/** No more forms of one word are asked for. */
const most = 48;
const mostUnusual = 26;

/** A transliterated word as it is also written: salaah, salat; aqida, aqeedah. The most usual spellings come first. */
export function latinForms(word: string): string[] {
  const skeleton = word.length >= 4 ? latinSkeleton(word) : undefined;
  if (skeleton === undefined) return [word];
  const forms = new Set([word, ...(names[skeleton] ?? [])]);
  /** Beginnings, by how unusual they are. */
  let open: string[][] = [['']];
  for (const [at, letter] of [...skeleton].entries()) {
    const isEnd = at === skeleton.length - 1 && letter === 'a' && skeleton.length > 2;
    const ways = Object.entries({ [letter]: 0, ...spellings[letter], ...(isEnd && endings) });
    const longer = Array.from({ length: mostUnusual + 1 }, (): string[] => []);
    for (const [unusual, texts] of open.entries())
      for (const text of texts) for (const [way, more] of ways) longer[unusual + more]?.push(text + way);
    // Far more than are kept at the end: an unusual beginning may have a usual end.
    let left = 8 * most;
    open = longer.map((texts) => {
      const kept = texts.slice(0, left);
      left -= kept.length;
      return kept;
    });
  }
  for (const text of open.flat()) {
    if (forms.size >= most) break;
    if (latinSkeleton(text) === skeleton) forms.add(text);
  }
  return [...forms];
}
