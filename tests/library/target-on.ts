import type { Target } from '#library/catalogue/target.ts';
import { KEY, type RunningBackend } from '../support/backend.ts';

/** The library of an embedded backend, as a publisher reaches it. */
export const targetOn = ({ endpoint }: Pick<RunningBackend, 'endpoint'>): Target => ({
  endpoint,
  projectId: 'minbar',
  key: KEY,
  databaseId: 'library',
  categoriesTableId: 'categories',
  filesTableId: 'files',
  changesTableId: 'changes',
  pagesTableId: 'pages',
  bucketId: 'pdfs',
  embedded: true,
  site: '',
});
