// The lazily loaded chunk: everything of the site that needs the official SDK.
import { libraryClient } from './library-client.ts';
import * as queries from './library-queries.ts';
import { watchLibrary } from './library-watch.ts';

export { libraryClient, queries, watchLibrary };
