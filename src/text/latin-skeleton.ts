/** English words whose skeleton would meet an Arabic name's ("they" and "thy", "say" and "sai"). */
const functionWords = new Set(
  `about above after again all also and any are away back because been before being below between both but came can
  come could day days did does doing done down each else ever every few for from get give given good had has have
  having her here hers him his how into its just know less let like look made make many may might more most much must
  near need never new nor not now off often one once only our ours out over own part put said same saw say says see
  seen she should show since some such take than that the their them then there these they thing this those through
  too two under until upon use very was way ways well were what when where which while who whom whose why will with
  would yes yet you your`.split(/\s+/),
);

const steps: readonly (readonly [RegExp, string])[] = [
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
 * What is left of a transliterated Arabic word when habits of spelling are taken away: tafseer and tafsir,
 * salaah and salat give the same. `word` is one folded word; undefined for words that are not of three or more
 * letters a to z, and for English function words. To be compared as a whole, never as a substring.
 */
export function latinSkeleton(word: string): string | undefined {
  if (!/^[a-z]{3,}$/.test(word) || functionWords.has(word)) return undefined;
  return steps.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), word);
}
