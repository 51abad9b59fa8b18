import { apostrophes } from './apostrophes.ts';

const apostrophe = new RegExp(`[${apostrophes}]`, 'g');

/**
 * The part of a name that its place in the order is decided by: no `.pdf`, no apostrophes, tatweel or invisible
 * controls, and one space where punctuation was. NFC.
 */
export function sortText(name: string): string {
  return (
    name
      .toWellFormed()
      .replace(/[\p{Cf}\u0640]/gu, '')
      .trim()
      .replace(/\.pdf$/i, '')
      .replace(apostrophe, '')
      // Stream-safe text (UAX #15): ordering a longer run of marks takes quadratic time.
      .replace(/(\p{M}{30})\p{M}+/gu, '$1')
      .normalize('NFKC')
      .replace(/[\p{Cf}\u0640]/gu, '')
      .replace(/[^\p{L}\p{N}\p{M}]+\p{M}*/gu, ' ')
      .replace(/^\p{M}+/u, '')
      .trim()
  );
}
