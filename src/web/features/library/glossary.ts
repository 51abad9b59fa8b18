/** Groups of words that mean the same in the library's two scripts; the owner edits them in `content/glossary.json`. */
export type Glossary = string[][];

/** Backends are asked this often at the most on behalf of one search that found nothing. */
const mostVariants = 6;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * The query with a word or phrase of the glossary put in its other forms, in the glossary's order.
 *
 * @param fold the collation's folding: a group's forms are recognised however they are spelled
 */
export function glossaryVariants(
  query: string,
  glossary: Glossary,
  fold: (text: string) => string,
): string[] {
  const folded = fold(query);
  const variants = glossary.flatMap((group) => {
    const known = group
      .map(fold)
      .filter((form) => form !== '')
      .sort((a, b) => b.length - a.length)
      .find((form) => ` ${folded} `.includes(` ${form} `));
    if (known === undefined) return [];
    const place = new RegExp(`(?<= )${escaped(known)}(?= )`, 'u');
    return group
      .filter((form) => fold(form) !== known)
      .map((form) => ` ${folded} `.replace(place, () => form).trim());
  });
  return [...new Set(variants)].slice(0, mostVariants);
}
