import { shownRows, toCategory, toLibraryFile } from '#contract/rows.ts';
import type { RawRow } from '../copy/library-source.ts';

/** The ids of what visitors are not shown, by the very checks of the site: what has no name, and lessons without a category. */
export function unshownRows(categories: readonly RawRow[], files: readonly RawRow[]): string[] {
  const ids: string[] = [];
  const onSkipped = ({ id }: { id: string }) => void ids.push(id);
  const byId = new Map<unknown, RawRow>(categories.map((row) => [row.$id, row]));
  const nested = files.map((row) => ({ ...row, category: byId.get(row.category) }));
  shownRows(categories, toCategory, onSkipped);
  shownRows(nested, toLibraryFile, onSkipped);
  return ids;
}
