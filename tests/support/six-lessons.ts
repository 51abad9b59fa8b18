import { owner } from './clients.ts';

/** Adds six lessons in six categories, at URLs that do not exist. */
export async function addSixLessons(endpoint: string): Promise<void> {
  for (let number = 1; number <= 6; number += 1) await addLesson(endpoint, number);
}

/** Adds the lesson with this number and its category, with the owner's key. */
export async function addLesson(endpoint: string, number: number): Promise<void> {
  const db = owner(endpoint);
  const databaseId = 'library';
  const category = `c${number}`;
  const categoryData = { categoryName: `Category ${number}` };
  await db.createRow({ databaseId, tableId: 'categories', rowId: category, data: categoryData });
  const data = {
    url: `https://files.example/${number}.pdf`,
    fileName: `Lesson ${number}.pdf`,
    fileSize: 4096,
    fileId: `f${number}`,
    category,
  };
  await db.createRow({ databaseId, tableId: 'files', rowId: data.fileId, data });
}
