import { fold } from '#text/fold.ts';

/** Titles differ from what was meant by a slip or two, not by more. */
const MAX_DISTANCE = 0.26;
const MAX_COMPARED_LETTERS = 64;

/**
 * Number of single letters to insert, drop, replace or swap to get from one text to the other
 * (optimal string alignment). Both are cut to 64 characters.
 */
export function editDistance(from: string, to: string): number {
  const a = Array.from(from).slice(0, MAX_COMPARED_LETTERS);
  const b = Array.from(to).slice(0, MAX_COMPARED_LETTERS);
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

/** Edit distance of a query to a run of as many words in the title, per letter of the query; 0 means equal. */
function distanceToTitle(query: string, title: string): number {
  const words = title.split(' ');
  const count = query.split(' ').length;
  const runs = words.map((_, index) => words.slice(index, index + count).join(' '));
  const distances = [...runs, title].map((run) => editDistance(query, run));
  return Math.min(...distances) / Math.max(1, Array.from(query).length);
}

/** Returns the title closest to a query without results, or `undefined` if none is close. */
export function nearestTitle(query: string, titles: string[]): string | undefined {
  const folded = fold(query);
  if (Array.from(folded).length < 3) return undefined;
  const ranked = titles
    .map((title) => ({ title, distance: distanceToTitle(folded, fold(title)) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.title;
}

/** Parts of a query of which at least one survives a slip: any two slips leave one of three parts whole. */
export function queryParts(query: string): string[] {
  const letters = Array.from(query.replace(/\s+/g, ' ').trim());
  if (letters.length < 4) return [];
  const size = Math.max(2, Math.floor(letters.length / 3));
  const parts = [letters.slice(0, size), letters.slice(size, 2 * size), letters.slice(2 * size)];
  return [...new Set(parts.map((part) => part.join('').trim()).filter((part) => part.length >= 2))];
}
