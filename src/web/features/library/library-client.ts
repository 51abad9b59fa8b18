import { Client, TablesDB } from 'appwrite';

/** The official SDK, pointed at a backend. Throws `Invalid endpoint URL` for an address that is not http(s). */
export function libraryClient(endpoint: string, projectId: string): { client: Client; db: TablesDB } {
  const client = new Client().setEndpoint(endpoint).setProject(projectId);
  return { client, db: new TablesDB(client) };
}
