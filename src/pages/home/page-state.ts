import type { View } from '#contract/urls.ts';
import type { FilesPage } from '#web/library/files-page.ts';
import type { CategoriesPage, FileCounts } from '#web/library/library-queries.ts';
import type { PageFacts } from '#web/page/page-facts.ts';

/** A page of files, with the number of the page it really is. */
export type NumberedFilesPage = FilesPage & { page: number };

/**
 * All a page needs to render, the same on the server and in the browser, where it arrives as inert JSON.
 * `files` and `categories` are absent when the backend did not answer in time: the browser then asks.
 */
export interface PageState extends PageFacts {
  view: View;
  /** `extraLarge` is absent on the first page, where it is the first 9 of `regular`. */
  files?: { regular: NumberedFilesPage; extraLarge?: NumberedFilesPage };
  /** All categories, in order. */
  categories?: CategoriesPage;
  counts?: FileCounts;
  /** Address of the owner's glossary. */
  glossary: string;
}
