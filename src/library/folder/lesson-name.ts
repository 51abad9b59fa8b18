import { unsafeInNames } from '#contract/name.ts';
import type { ProblemKind } from './folder-listing.ts';

/** The longest name in characters: a storage file's name on Appwrite, and the column of a category, end at 255. */
const longestName = 255;

// Harmless at the ends of a name, where they only come from copying: spaces, dots and bidi marks.
const edges = /^[\p{Z}\p{Cf}\p{Cc}]+|[\p{Z}\p{Cf}\p{Cc}]+$/gu;

/** A folder's or file's name as visitors will read it: Unicode NFC, without white space and marks at its ends. */
export function cleanName(name: string): string {
  const dot = /\.pdf$/i.exec(name);
  const stem = (dot ? name.slice(0, -4) : name).normalize('NFC').replace(edges, '');
  return dot ? stem + dot[0] : stem;
}

/** Why a cleaned name cannot be shown to visitors as it is, or null. */
export function nameFault(name: string): ProblemKind | null {
  if (name.replace(/\.pdf$/i, '') === '') return 'nameEmpty';
  if (unsafeInNames.test(name)) return 'controlCharacters';
  return [...name].length > longestName ? 'nameTooLong' : null;
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A file's name with something before its ending. One that does not fit is cut between two letters, never inside of one. */
export function fittedName(fileName: string, fits: (name: string) => boolean, before = ''): string {
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(fileName)?.[0] ?? '';
  let stem = fileName.slice(0, fileName.length - ending.length);
  while (!fits(stem + before + ending)) {
    const last = [...letters.segment(stem)].at(-1);
    stem = stem.slice(0, last?.index).trimEnd();
  }
  return stem + before + ending;
}
