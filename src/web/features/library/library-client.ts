import { Client, TablesDB } from 'appwrite';
import type { Language } from '../../i18n/language.ts';

/**
 * The official SDK, pointed at a backend that has names in the order of the language. Throws `Invalid endpoint URL` for
 * an address that is not http(s).
 */
export function libraryClient(
  endpoint: string,
  projectId: string,
  language: Language,
): { client: Client; db: TablesDB } {
  const client = new Client().setEndpoint(endpoint).setProject(projectId).setLocale(language);
  return { client, db: new TablesDB(client) };
}
