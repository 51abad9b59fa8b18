import type { TablesDB } from 'node-appwrite';

const categories = ['Creed', 'Fiqh', 'السيرة'];

/** Writes 3 categories and 12 lessons, or resets them: even ones in `fiqh`, odd ones in `creed`, `lesson4` in none; `lesson0` is newest. */
export async function fillLibrary(tables: TablesDB): Promise<void> {
  const ids = ['creed', 'fiqh', 'seerah'];
  for (const [at, categoryName] of categories.entries())
    await tables.upsertRow({
      databaseId: 'library',
      tableId: 'categories',
      rowId: ids[at] ?? '',
      data: { categoryName },
    });
  for (let at = 0; at < 12; at += 1)
    await tables.upsertRow({
      databaseId: 'library',
      tableId: 'files',
      rowId: `lesson${at}`,
      data: {
        url: `https://example.org/${at}.pdf`,
        fileName: at === 11 ? 'آداب المسجد 100%.pdf' : `Lesson ${at} of Spider-Man.pdf`,
        fileSize: at * 100,
        fileId: `file${at}`,
        category: at === 4 ? null : at % 2 ? 'creed' : 'fiqh',
        $createdAt: `2026-01-${String(20 - at).padStart(2, '0')}T10:00:00.000+00:00`,
      },
    });
}
