import { fold } from '#text/fold.ts';

/** Groups of words that mean the same in the library's two scripts; the owner edits them in `content/glossary.json`. */
export type Glossary = string[][];

/** Backends are asked this often at the most on behalf of one search that found nothing. */
const mostVariants = 6;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Where a form stands as a word of its own, with the Arabic article or without. */
const place = (form: string) => new RegExp(` (?:ال)?${escaped(form)}(?= )`, 'u');

/** The query with a word or phrase of the glossary, however it is spelled, put in its other forms, in the glossary's order. */
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
  return [...new Set(variants)].slice(0, mostVariants);
}
