import { Query, TablesDB } from 'node-appwrite';
import { AppwriteCatalogue, clientOf } from '../catalogue/appwrite-catalogue.ts';
import { asLockLost, bindWrites } from '../catalogue/bound-writes.ts';
import type { Held } from '../catalogue/catalogue.ts';
import { retry } from '../catalogue/retry.ts';
import type { Target } from '../catalogue/target.ts';
import type { FileInfo, LibrarySource, RawRow } from './library-content.ts';
import type { CopiedTable } from './table-list.ts';

const pageSize = 500;

/** A backend as a source of whole rows and files. The publisher's lock is not part of the library. */
export class TargetLibrary implements LibrarySource {
  readonly target: Target;
  readonly catalogue: AppwriteCatalogue;
  private readonly held: Held | undefined;
  private readonly tables: CopiedTable[];
  private readonly database: TablesDB;

  constructor(target: Target, tables: CopiedTable[], signal?: AbortSignal, held?: Held) {
    this.target = target;
    this.tables = tables;
    this.held = held;
    this.catalogue = new AppwriteCatalogue(target, signal, held);
    const client = clientOf(target);
    if (held) bindWrites(client, target, held);
    this.database = new TablesDB(client);
  }

  async rows(name: string): Promise<RawRow[]> {
    const table = this.tables.find((one) => one.name === name);
    if (!table) return [];
    const rows: RawRow[] = [];
    for (;;) {
      const last = rows.at(-1);
      const queries = [Query.limit(pageSize), ...(last ? [Query.cursorAfter(last.$id)] : [])];
      const place = { databaseId: this.target.databaseId, tableId: table.idOn(this.target) };
      const page = await retry(() => this.database.listRows({ ...place, queries, total: false }));
      rows.push(...page.rows.map((row) => raw(row, table)));
      if (page.rows.length < pageSize) break;
    }
    return rows.filter(({ kind }) => !(name === 'changes' && kind === 'lock'));
  }

  async files(): Promise<FileInfo[]> {
    return (await this.catalogue.files())
      .filter(({ complete }) => complete)
      .map(({ id, name, size, signature }) => ({ id, name, size, ...(signature && { md5: signature }) }));
  }

  open(fileId: string) {
    return this.catalogue.open(fileId);
  }

  /** Writes a row with its id and dates; may be repeated. */
  async writeRow(table: CopiedTable, { $id: rowId, ...data }: RawRow): Promise<void> {
    const place = { databaseId: this.target.databaseId, tableId: table.idOn(this.target), rowId };
    await retry(async () => {
      await this.held?.check?.();
      return this.database.upsertRow({ ...place, data });
    }).catch(asLockLost);
  }
}

function raw(
  row: Record<string, unknown> & Pick<RawRow, '$id' | '$createdAt' | '$updatedAt'>,
  table: CopiedTable,
): RawRow {
  const { $id, $createdAt, $updatedAt } = row;
  return {
    $id,
    $createdAt,
    $updatedAt,
    ...Object.fromEntries(table.columns.map((key) => [key, row[key] ?? null])),
  };
}
