import { Client, TablesDB } from 'node-appwrite';

/** The tables of a site's library, as any visitor may ask them. */
export function libraryTables(siteUrl: string): TablesDB {
  return new TablesDB(new Client().setEndpoint(`${siteUrl}/v1`).setProject('minbar'));
}
