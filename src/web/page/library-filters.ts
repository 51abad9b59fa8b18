import type { View } from './view.ts';

/** Files per page: 9 on extra-large screens, 10 otherwise (docs/rules.md#the-library-on-a-page). */
export const pageSizes = { regular: 10, extraLarge: 9 } as const;
export type PageSize = (typeof pageSizes)[keyof typeof pageSizes];

/** Which files are asked for: those of a view, on a screen of some size. */
export interface FilesFilter extends View {
  itemsPerPage: PageSize;
}

/** Categories that are shown at first; the rest when somebody wants them. */
export const firstCategories = 5;
