import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { plainPdf } from '../../tests/support/plain-pdf.ts';

const pages = 2000;
const rows = '/v1/tablesdb/library/tables';
const project = { 'x-appwrite-project': 'minbar' };

/** Addresses of a lesson with more pages than can be drawn. */
export interface Book {
  readonly id: string;
  readonly fileId: string;
  readonly pages: number;
}

/** Fills a folder with the sample library and a book, each of whose pages takes a while to draw. */
export function writeLibraryWithBook(folder: string): void {
  cpSync(new URL('../../content/library', import.meta.url), folder, { recursive: true });
  const line = (at: number) =>
    `line ${at} of a long lesson about the travellers prayer and its twelve rulings`;
  const text = Array.from({ length: pages }, (_, page) =>
    Array.from({ length: 50 }, (_, at) => line(page * 50 + at)),
  );
  writeFileSync(join(folder, 'Creed', 'Book.pdf'), plainPdf(text), 'latin1');
}

/** Waits until the words of the book can be found: reading them takes the machine's time. */
export async function findBook(siteUrl: string): Promise<Book> {
  const list = async (table: string, ...queries: object[]) => {
    const asked = queries.map((one, at) => `queries[${at}]=${encodeURIComponent(JSON.stringify(one))}`);
    const answer = await fetch(`${siteUrl}${rows}/${table}/rows?${asked.join('&')}`, { headers: project });
    return ((await answer.json()) as { rows: { $id: string; fileId: string }[] }).rows;
  };
  const [book] = await list('files', { method: 'equal', attribute: 'fileName', values: ['Book.pdf'] });
  if (!book) throw new Error('the library has no book');
  const last = { method: 'equal', attribute: 'page', values: [pages] };
  while ((await list('pages', last)).length === 0) await sleep(500);
  return { id: book.$id, fileId: book.fileId, pages };
}
