import { ID, type Models, Query, TablesDB } from 'node-appwrite';
import { ownPageWords, pageWords } from '#text/page-words.ts';
import { allPages, retry } from '../catalogue/retry.ts';
import { clientOf, type Target } from '../catalogue/target.ts';
import { whenRefused } from '../catalogue/when-refused.ts';
import type { FoundPage, LessonText, TextHead } from './lesson-text.ts';

/** Rows and bytes of one request. */
const mostRows = 100;
const mostBytes = 500_000;
/** Ids of one query: it may have 4,096 characters. */
const mostIds = 50;

/** The table of the lessons' pages on any backend that speaks Appwrite's API. */
export class PageTable {
  private readonly tables: TablesDB;
  private readonly place: { databaseId: string; tableId: string };
  private readonly signal: AbortSignal | undefined;
  /** The embedded backend folds a text itself, where it is sent the sign for that. */
  private readonly fold: typeof pageWords;

  constructor(target: Target, signal?: AbortSignal) {
    this.tables = new TablesDB(clientOf(target).addHeader('Prefer', 'return=minimal'));
    this.fold = target.embedded ? () => ownPageWords : pageWords;
    this.place = { databaseId: target.databaseId, tableId: target.pagesTableId };
    this.signal = signal;
  }

  /** Of which lessons, or of which of these, the text is there: what is there twice is of no file. Null when the backend has no such table. */
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
    const columns = Query.select(['$id', 'lesson', 'category', 'text']);
    const page = async (paging: string[]) => {
      const queries = [...which, Query.equal('page', 0), columns, ...paging];
      return (await this.tables.listRows({ ...this.place, queries, total: false })).rows;
    };
    const rows = await allPages(page, this.signal).catch(whenThereIsNone);
    if (!rows) return null;
    const heads = new Map<string, TextHead>();
    for (const head of rows.map(toHead))
      heads.set(head.lesson, heads.has(head.lesson) ? { ...head, fileId: '' } : head);
    return [...heads.values()];
  }

  /** Of how many lessons the text is there. Null when the backend has no such table. */
  async count(): Promise<number | null> {
    const queries = [Query.equal('page', 0), Query.select(['$id']), Query.limit(1)];
    const list = () => this.tables.listRows({ ...this.place, queries });
    const listed = await retry(list, this.signal).catch(whenThereIsNone);
    return listed?.total ?? null;
  }

  /** Writes the pages of lessons of which nothing is there; a lesson that was broken off is one that is not read. */
  async add(texts: readonly LessonText[]): Promise<void> {
    for (const some of inParts(texts, rowsOf)) {
      try {
        const rows = some.flatMap(rowsOf);
        const parts = inParts(rows, (row) => [row]);
        if (parts.length > 1) for (const text of some) await this.addBook(text);
        else await this.create(rows);
      } catch {
        this.signal?.throwIfAborted();
        // It may have been done although no answer came.
        for (const text of some) await this.replace(text);
      }
    }
  }

  /** No request holds more than a part of it, nor does the backend: until the last one is written its head is of no file. */
  private async addBook(text: LessonText): Promise<void> {
    const [head, ...pages] = rowsOf(text);
    const unread = rowsOf({ head: { ...text.head, fileId: '' }, pages: [] });
    await this.create(unread);
    for (const some of inParts(pages, (row) => [row])) await this.create(some);
    const queries = [Query.equal('lesson', text.head.lesson), Query.equal('page', 0)];
    await this.tables.updateRows({ ...this.place, data: { text: head?.text }, queries });
  }

  /** Puts a lesson's pages in the place of those that were there, all at once. */
  async replace(text: LessonText): Promise<void> {
    const queries = [Query.equal('lesson', text.head.lesson), ids];
    await retry(async () => {
      const { $id: transactionId } = await this.tables.createTransaction();
      await this.tables.deleteRows({ ...this.place, queries, transactionId });
      for (const some of inParts(rowsOf(text), (row) => [row])) await this.create(some, transactionId);
      await this.tables.updateTransaction({ transactionId, commit: true });
    }, this.signal);
  }

  private async create(rows: readonly PageRow[], transactionId?: string): Promise<void> {
    // A try that failed after all leaves no id behind that the next one would meet, but for the head of a lesson that is new: of two
    // who read it at once, the site and a command, the second meets the first one's, and puts its pages in the place of those.
    const own = rows.map((row) => ({
      $id: row.label === 'lesson' && !transactionId ? row.lesson : ID.unique(),
      ...row,
      search: row.label === 'lesson' ? null : this.fold(row.text, row.label),
    }));
    await this.tables.createRows({ ...this.place, rows: own, ...(transactionId && { transactionId }) });
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

const whenThereIsNone = whenRefused(null, 'table_not_found');

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

/** A page of a lesson, or its head, but for its folded text. */
interface PageRow extends Omit<FoundPage, 'label'> {
  lesson: string;
  category: string;
  label: FoundPage['label'] | 'lesson';
}

function rowsOf({ head, pages }: LessonText): PageRow[] {
  const { lesson, category } = head;
  return [
    { lesson, category, page: 0, label: 'lesson', text: JSON.stringify(noteOf(head)) },
    ...pages.map((page) => ({ lesson, category, ...page })),
  ];
}

/** Items in turn, as many together as one request may have, and one at least. */
function inParts<Item>(items: readonly Item[], rows: (item: Item) => readonly PageRow[]): Item[][] {
  const parts: Item[][] = [];
  let [count, bytes] = [Number.POSITIVE_INFINITY, 0];
  for (const item of items) {
    const own = rows(item);
    // As much again for searching.
    const size = 2 * own.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    if (count + own.length > mostRows || bytes + size > mostBytes) {
      parts.push([]);
      [count, bytes] = [0, 0];
    }
    parts.at(-1)?.push(item);
    count += own.length;
    bytes += size;
  }
  return parts;
}
