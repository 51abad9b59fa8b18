import { libraryClient, watchLibrary } from './library-client.ts';
import { countFiles, listCategories } from './library-queries.ts';
import { searchFiles } from './search-files.ts';

/** The lazily loaded chunk: what a visit without a search needs of the official SDK. */
export const librarySdk = { countFiles, libraryClient, listCategories, searchFiles, watchLibrary };
