import { AppwriteException, ID, type Models, Query, TablesDB } from 'node-appwrite';
import { clientOf } from '../catalogue/appwrite-catalogue.ts';
import { retry } from '../catalogue/retry.ts';
import type { Target } from '../catalogue/target.ts';
import type { FoundPage, TextHead } from './lesson-text.ts';

/** Rows and bytes of one request. */
const mostRows = 100;
const mostBytes = 500_000;
const pageSize = 500;
/** Ids of one query: it may have 4,096 characters. */
const mostIds = 50;

/** The table of the lessons' pages on any backend that speaks Appwrite's API. */
export class PageTable {
  private readonly tables: TablesDB;
  private readonly place: { databaseId: string; tableId: string };
  private readonly signal: AbortSignal | undefined;

  constructor(target: Target, signal?: AbortSignal) {
    this.tables = new TablesDB(clientOf(target));
    this.place = { databaseId: target.databaseId, tableId: target.pagesTableId };
    this.signal = signal;
  }

  /** Of which lessons, or of which of these, the text is there. Null when the backend has no such table. */
  async heads(lessons?: readonly string[]): Promise<TextHead[] | null> {
    if (!lessons) return this.headsOf([]);
    const all: TextHead[] = [];
    for (let start = 0; start < lessons.length; start += mostIds) {
      const some = await this.headsOf([Query.equal('lesson', lessons.slice(start, start + mostIds))]);
      if (!some) return null;
      all.push(...some);
    }
    return all;
  }

  private async headsOf(which: readonly string[]): Promise<TextHead[] | null> {
    const all: Models.DefaultRow[] = [];
    try {
      for (;;) {
        const last = all.at(-1);
        const queries = [
          ...which,
          Query.equal('page', 0),
          Query.select(['$id', 'lesson', 'category', 'text']),
          Query.limit(pageSize),
          ...(last ? [Query.cursorAfter(last.$id)] : []),
        ];
        const { rows } = await retry(
          () => this.tables.listRows({ ...this.place, queries, total: false }),
          this.signal,
        );
        all.push(...rows);
        if (rows.length < pageSize) return all.map(toHead);
      }
    } catch (error) {
      if (error instanceof AppwriteException && error.type === 'table_not_found') return null;
      throw error;
    }
  }

  /** Of how many lessons the text is there. */
  async count(): Promise<number> {
    const queries = [Query.equal('page', 0), Query.select(['$id']), Query.limit(1)];
    const { total } = await retry(() => this.tables.listRows({ ...this.place, queries }), this.signal);
    return total;
  }

  /** Puts a lesson's pages in the place of those that were there, all at once. */
  async replace(head: TextHead, pages: readonly FoundPage[]): Promise<void> {
    const { lesson, category } = head;
    const rows = [
      { lesson, category, page: 0, label: 'lesson', text: JSON.stringify(noteOf(head)), search: null },
      ...pages.map((page) => ({ lesson, category, ...page })),
    ];
    await retry(async () => {
      const { $id: transactionId } = await this.tables.createTransaction();
      await this.tables.deleteRows({
        ...this.place,
        queries: [Query.equal('lesson', lesson), ids],
        transactionId,
      });
      for (const some of inParts(rows)) {
        // A try that failed after all leaves no id behind that the next one would meet.
        const own = some.map((row) => ({ $id: ID.unique(), ...row }));
        await this.tables.createRows({ ...this.place, rows: own, transactionId });
      }
      await this.tables.updateTransaction({ transactionId, commit: true });
    }, this.signal);
  }

  /** Takes away the pages of a lesson. */
  async remove(lesson: string): Promise<void> {
    await retry(
      () => this.tables.deleteRows({ ...this.place, queries: [Query.equal('lesson', lesson), ids] }),
      this.signal,
    );
  }

  /** Writes another category onto the pages of a lesson. */
  async move(lesson: string, category: string): Promise<void> {
    const queries = [Query.equal('lesson', lesson)];
    await retry(() => this.tables.updateRows({ ...this.place, data: { category }, queries }), this.signal);
  }
}

/** Answers to bulk requests repeat the rows: their ids are enough. */
const ids = Query.select(['$id']);

function noteOf({ lesson: _, category: __, ...note }: TextHead) {
  return note;
}

function toHead({ lesson, category, text }: Models.DefaultRow): TextHead {
  return {
    ...JSON.parse(String(text)),
    lesson: String(lesson),
    category: category === null ? '' : String(category),
  };
}

function inParts<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row));
    if (bytes + size > mostBytes || (parts.at(-1)?.length ?? 0) >= mostRows) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(row);
    bytes += size;
  }
  return parts;
}
