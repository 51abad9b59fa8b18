import type { TablesDB } from 'appwrite';
import type { Backend } from '#backend/backend.ts';
import { libraryClient } from '#web/features/library/library-client.ts';
import { inEachLanguage, type Language } from '#web/i18n/language.ts';
import { insideTables } from './inside-tables.ts';

/** The library's tables as visitors of each language ask them: in this process where the backend is, or else over the network. */
export function siteTables(
  { endpoint, projectId }: { endpoint: string; projectId: string },
  backend: Pick<Backend, 'app' | 'kept'> | undefined,
): Record<Language, TablesDB> {
  const tablesIn = (language: Language) =>
    backend
      ? insideTables({
          endpoint,
          projectId,
          language,
          ask: (request) => backend.app.fetch(request),
          kept: backend.kept,
        })
      : libraryClient(endpoint, projectId, language).db;
  return inEachLanguage(tablesIn);
}
