import { Client, Query, TablesDB } from 'node-appwrite';
import type { Language } from '#contract/language.ts';
import { type Category, type LibraryFile, toCategory, toLibraryFile } from '#contract/rows.ts';
import { categoryNameIn } from '../../../src/text/category-names.ts';
import { backendOf } from '../../support/site.ts';

/** Creates the official SDK's client for a site's backend; without a key it can only read. */
export function sdkFor(siteUrl: string, language: Language = 'en', key?: string): TablesDB {
  const client = new Client()
    .setEndpoint(`${backendOf(siteUrl)}/v1`)
    .setProject('minbar')
    .setLocale(language);
  return new TablesDB(key === undefined ? client : client.setKey(key));
}

/** Returns a category with its name in a language. */
const localized = <Named extends Category>(category: Named, language: Language): Named => ({
  ...category,
  categoryName: categoryNameIn(category.categoryName, language),
});

/** Lists the lessons of a site, at most 1,000, directly from its backend: by name, or as another query selects or sorts them. */
export async function allFiles(
  siteUrl: string,
  language: Language,
  query = Query.orderAsc('fileName'),
): Promise<LibraryFile[]> {
  const { rows } = await sdkFor(siteUrl, language).listRows({
    databaseId: 'library',
    tableId: 'files',
    queries: [Query.select(['*', 'category.*']), query, Query.limit(1000)],
  });
  return rows.map(toLibraryFile).map((file) => ({ ...file, category: localized(file.category, language) }));
}

export async function allCategories(siteUrl: string, language: Language): Promise<Category[]> {
  const { rows } = await sdkFor(siteUrl, language).listRows({
    databaseId: 'library',
    tableId: 'categories',
    queries: [Query.orderAsc('categoryName'), Query.limit(1000)],
  });
  return rows.map((row) => localized(toCategory(row), language));
}

/** Names of the sample category of creed. */
export const creedNames: Record<Language, string> = { en: 'Creed', ar: 'العقيدة' };

/** Returns the title on a card, which is the file name without `.pdf`. */
export function titleOf({ fileName }: Pick<LibraryFile, 'fileName'>): string {
  return fileName.slice(0, -4);
}
