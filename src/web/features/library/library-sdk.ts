// The lazily loaded chunk: everything of the site that needs the official SDK or the collation.
export { countFiles } from './count-files.ts';
export { libraryClient } from './library-client.ts';
export { listCategories } from './library-queries.ts';
export { watchLibrary } from './library-watch.ts';
export { searchFiles } from './search-files.ts';
