import { type RefusedFile, withoutRefused } from './copy-library.ts';
import type { LibrarySource } from './library-content.ts';
import type { CopiedTable } from './table-list.ts';

/** How many rows and files a copy of a library holds. */
export async function countLibrary(
  library: LibrarySource,
  tables: CopiedTable[],
  refused: readonly RefusedFile[] = [],
): Promise<{ rows: number; files: number }> {
  let rows = 0;
  for (const { name } of tables) rows += withoutRefused(await library.rows(name), refused).length;
  return { rows, files: (await library.files()).length - refused.length };
}
