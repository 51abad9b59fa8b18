import { fold } from '#text/fold.ts';

/** Groups of words that mean the same in the library's two scripts; the owner edits them in `content/glossary.json`. */
export type Glossary = string[][];

/** Maximum number of further queries for a search without results. */
const MAX_VARIANTS = 6;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Matches a variant as a separate word, with or without the Arabic article. */
const place = (form: string) => new RegExp(` (?:ال)?${escaped(form)}(?= )`, 'u');

/** Returns variants of the query with a glossary word or phrase replaced by its synonyms, in the glossary's order. */
export function glossaryVariants(query: string, glossary: Glossary): string[] {
  const folded = fold(query);
  const variants = glossary.flatMap((group) => {
    const known = group
      .map(fold)
      .filter((form) => form !== '')
      .sort((a, b) => b.length - a.length)
      .find((form) => place(form).test(` ${folded} `));
    if (known === undefined) return [];
    return group
      .filter((form) => fold(form) !== known)
      .map((form) => ` ${folded} `.replace(place(known), () => ` ${form}`).trim());
  });
  return [...new Set(variants)].slice(0, MAX_VARIANTS);
}
