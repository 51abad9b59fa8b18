import { latinSkeleton } from '#text/latin-spelling.ts';
import { separators } from '#text/search-key.ts';
import { foldedWords } from '#text/words.ts';

const { word: folded, skeleton } = separators;
const border = `[${folded}${skeleton}]`;
const letters = '[\\p{L}\\p{N}\\p{M}\\uE000-\\uE027]+';
const bare = new RegExp(letters, 'gu');
// A separator belongs to the runs on both of its sides.
const bordered = new RegExp(`(?<=(${border})?)(${letters})(?=(${border})?)`, 'gu');
const single = new RegExp(`^${border}?${letters}${border}?$`, 'u');

/** Whether a search key can hold the text in no other way than inside one of its words. */
export function isInOneWord(text: string): boolean {
  return single.test(text);
}

/** The runs of letters and digits in a text. */
export function bareWords(text: string): string[] {
  return text.match(bare) ?? [];
}

/**
 * The words of a search key, each once: what `isInOneWord` is in the key exactly when it is in one of these. A word is
 * a run of letters and digits with the separators beside it; a folded word has its skeleton with it. After a space
 * follow the folded words that a word as it was written stands for (احكام for أحكام), which are words of the key too.
 * When the answers change, what is stored must be made anew: raise `keepingVersion` in `collated-columns.ts`.
 */
export function keyWords(key: string): string[] {
  const runs = new Set<string>();
  for (const [, before = '', run = '', after = ''] of key.matchAll(bordered)) runs.add(before + run + after);
  const isFolded = (run: string) => run.startsWith(folded) && run.endsWith(folded);
  const forms = new Map<string, string>();
  const skeletons = new Set<string>();
  for (const run of [...runs].filter(isFolded)) {
    const word = run.slice(1, -1);
    const form = skeleton + (latinSkeleton(word) ?? '') + skeleton;
    forms.set(word, runs.has(form) ? run + form : run);
    skeletons.add(form);
  }
  const others = [...runs].filter((run) => !isFolded(run) && !skeletons.has(run) && !forms.has(run));
  const written = others.map((run) => {
    const standsFor = foldedWords(run).map((word) => forms.get(word));
    return [run, ...standsFor.filter((form) => form !== undefined)].join(' ');
  });
  return [...forms.values(), ...written];
}

/** The words that every row with this word holds too. */
export function wordsBeside(word: string): string[] {
  return word.split(' ').slice(1);
}
