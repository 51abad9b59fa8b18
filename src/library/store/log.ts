import type { DatabaseSync } from 'node:sqlite';
import {
  type Change,
  type ChangeKind,
  changeKinds,
  type LessonState,
  listCountsInOrder,
  type RecordedKind,
} from '../plan/model.ts';
import { isContentId } from './content.ts';

/** Author of a publication: the owner's command, the running site, or another program that wrote to a mirror. */
export type Author = 'owner' | 'site' | 'elsewhere';

export interface CategoryRename {
  id: string;
  from: string;
  to: string;
}

/** A lesson before and after a publication. */
export type LoggedChange = Omit<Change, 'source'>;

export interface NewEntry {
  /** Time (ISO 8601). */
  at: string;
  by: Author;
  /** Number of the publication that this one undoes; null for other publications. */
  undoes: number | null;
  /** `partly`: some steps or lessons of an undo failed. `past`: it was too late to undo any change. */
  outcome: 'whole' | 'partly' | 'past';
  categories: CategoryRename[];
  changes: LoggedChange[];
}

/** A publication without its lessons. `counts` has the number of changed lessons and categories by kind. */
export interface LogEntry extends Omit<NewEntry, 'changes'> {
  /** Number for the owner; the first publication is 1. */
  number: number;
  counts: [kind: RecordedKind, count: number][];
}

export type Log = ReturnType<typeof openLog>;

/** Time for which the files of removed and replaced lessons stay stored for an undo. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const isoTimeAgo = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

/** Builds a query for changes after a time (ISO 8601), latest publication first. */
const buildChangesQuery = (columns: string, condition: string) =>
  `SELECT ${columns} FROM published_changes c JOIN publications p ON p.number = c.publication
   WHERE ${condition} AND p.at > ? ORDER BY p.number DESC, c.rowid`;

/** Opens the log of publications in the database of the data folder. Writes are part of the current transaction. */
export function openLog(database: DatabaseSync) {
  const queryRows = <Row>(sql: string, ...values: (string | number)[]) =>
    database.prepare(sql).all(...values) as unknown as Row[];
  const queryIds = (sql: string, ...values: (string | number)[]): string[] =>
    queryRows<{ id: string }>(sql, ...values).map(({ id }) => id);
  return {
    append({ at, by, undoes, outcome, categories, changes }: NewEntry): void {
      const { lastInsertRowid } = database
        .prepare('INSERT INTO publications (at, made_by, undoes, outcome, categories) VALUES (?, ?, ?, ?, ?)')
        .run(at, by, undoes, outcome, JSON.stringify(categories));
      const insert = database.prepare(
        'INSERT INTO published_changes (publication, kind, lesson, before, after, former_file) VALUES (?, ?, ?, ?, ?, ?)',
      );
      const json = (state: LessonState | null) => state && JSON.stringify(state);
      for (const { kind, id, before, after } of changes) {
        const formerFile = before && before.fileId !== after?.fileId ? before.fileId : null;
        insert.run(lastInsertRowid, kind, id, json(before), json(after), formerFile);
      }
    },
    /** Lists all publications, oldest first. */
    entries(): LogEntry[] {
      const countsByNumber = Map.groupBy(
        queryRows<{ publication: number; kind: string; count: number }>(
          'SELECT publication, kind, count(*) AS count FROM published_changes GROUP BY publication, kind',
        ),
        ({ publication }) => publication,
      );
      return queryRows<Omit<LogEntry, 'counts' | 'categories'> & { categories: string }>(
        'SELECT number, at, made_by AS by, undoes, outcome, categories FROM publications ORDER BY number',
      ).map((row) => {
        const categories: CategoryRename[] = JSON.parse(row.categories);
        const counts = countsByNumber.get(row.number) ?? [];
        const byKind = new Map(counts.map(({ kind, count }) => [kind, count]));
        byKind.set('categoryRenamed', categories.length);
        return { ...row, categories, counts: listCountsInOrder(byKind) };
      });
    },
    changesOf: (number: number): LoggedChange[] =>
      queryRows<ChangeRow>(
        'SELECT * FROM published_changes WHERE publication = ? ORDER BY rowid',
        number,
      ).map(toChange),
    /** Returns the time of the first publication; undefined if there was none. */
    firstAt: (): string | undefined =>
      queryRows<{ at: string | null }>('SELECT min(at) AS at FROM publications')[0]?.at ?? undefined,
    /** Returns the last name of each lesson's file in the owner's folder, if it differs from the name for visitors. */
    folderNames: (): Map<string, { folderName: string; fileName: string }> =>
      new Map(
        queryRows<{ lesson: string; folderName: string; fileName: string }>(
          // With `max`, SQLite takes the other columns from the row with the maximum.
          `SELECT lesson, after ->> '$.folderName' AS folderName, after ->> '$.fileName' AS fileName, max(rowid)
           FROM published_changes WHERE after IS NOT NULL GROUP BY lesson HAVING folderName IS NOT NULL`,
        ).map(({ lesson, folderName, fileName }) => [lesson, { folderName, fileName }]),
      ),
    /** Returns the time (ISO 8601) at which each lesson of the log, or its last version, came online. */
    onlineSince: (): Map<string, string> =>
      new Map(
        queryRows<{ lesson: string; at: string }>(
          `SELECT c.lesson, max(p.at) AS at FROM published_changes c JOIN publications p ON p.number = c.publication
           WHERE c.kind IN ('added', 'restored', 'replaced') GROUP BY c.lesson`,
        ).map(({ lesson, at }) => [lesson, at]),
      ),
    /** Lists the ids of lessons that were added after a time (ISO 8601), latest publication first, even if they were removed again. */
    addedSince: (at: string): string[] =>
      queryIds(buildChangesQuery('c.lesson AS id', "c.kind = 'added'"), at),
    /** Lists the removals of the last 30 days, latest publication first, even of lessons that have returned. */
    recentlyRemoved: (): LoggedChange[] =>
      queryRows<ChangeRow>(buildChangesQuery('c.*', "c.kind = 'removed'"), isoTimeAgo(RETENTION_MS)).map(
        toChange,
      ),
    /** Counts lessons that the running site removed without confirmation within the last day and that have not returned. */
    countRemovedBySite(liveLessons: readonly { id: string }[]): number {
      const condition = "c.kind = 'removed' AND p.made_by = 'site'";
      const ids = new Set(queryIds(buildChangesQuery('c.lesson AS id', condition), isoTimeAgo(DAY_MS)));
      for (const { id } of liveLessons) ids.delete(id);
      return ids.size;
    },
    /** Returns the ids of former files of lessons, and whether each was replaced or removed within the last 30 days. */
    formerFiles: (): Map<string, boolean> =>
      new Map(
        queryRows<{ file: string; kept: number }>(
          `SELECT c.former_file AS file, max(p.at) > ? AS kept FROM published_changes c
           JOIN publications p ON p.number = c.publication WHERE c.former_file IS NOT NULL GROUP BY c.former_file`,
          isoTimeAgo(RETENTION_MS),
        ).map(({ file, kept }) => [file, kept === 1]),
      ),
    /** Returns the id of the lesson that used a former file last, if any. */
    lessonOfFormerFile: (fileId: string): string | undefined =>
      queryIds(
        'SELECT lesson AS id FROM published_changes WHERE former_file = ? ORDER BY publication DESC LIMIT 1',
        fileId,
      )[0],
    /** Lists the ids of all lessons that were ever changed or removed, and of their former categories. */
    formerIds: (): string[] =>
      queryRows<{ lesson: string; category: string }>(
        `SELECT DISTINCT lesson, before ->> '$.categoryId' AS category FROM published_changes WHERE before IS NOT NULL`,
      ).flatMap(({ lesson, category }) => [lesson, category]),
    /** Lists the ids of all lessons that were ever removed, even of those that have returned. */
    removedLessons: (): string[] =>
      queryIds("SELECT DISTINCT lesson AS id FROM published_changes WHERE kind = 'removed'"),
    wasRemoved: (lesson: string): boolean =>
      queryIds(
        "SELECT lesson AS id FROM published_changes WHERE lesson = ? AND kind = 'removed' LIMIT 1",
        lesson,
      ).length > 0,
    /** Creates a function that returns the content id of a file; undefined for a file of another program that was never stored here. */
    contentIdFinder(): (fileId: string) => string | undefined {
      const contents = new Map(
        queryRows<{ id: string; content: string }>(
          'SELECT file_id AS id, content_id AS content FROM file_contents',
        ).map(({ id, content }) => [id, content]),
      );
      return (fileId) => contents.get(fileId) ?? (isContentId(fileId) ? fileId : undefined);
    },
    saveFileContent(fileId: string, contentId: string): void {
      database.prepare('INSERT OR REPLACE INTO file_contents VALUES (?, ?)').run(fileId, contentId);
    },
    /** Returns the rows of a mirror as they were last written; undefined if they never were. */
    mirroredRows(target: string): Record<string, string> | undefined {
      const [row] = queryRows<{ rows: string }>('SELECT rows FROM mirrors WHERE target = ?', target);
      return row && JSON.parse(row.rows);
    },
    saveMirroredRows(target: string, rows: Record<string, string>): void {
      database.prepare('INSERT OR REPLACE INTO mirrors VALUES (?, ?)').run(target, JSON.stringify(rows));
    },
  };
}

interface ChangeRow {
  kind: ChangeKind;
  lesson: string;
  /** State before and after the publication, as JSON. */
  before: string | null;
  after: string | null;
}

function toChange({ kind, lesson, before, after }: ChangeRow): LoggedChange {
  const state = (json: string | null) => (json === null ? null : (JSON.parse(json) as LessonState));
  return { kind, id: lesson, before: state(before), after: state(after) };
}

/** A publication in the history, and whether later ones undid it. */
export interface PublicationRecord extends LogEntry {
  /** Whether a later undo reverted the publication, or part of it, or came too late. */
  isUndone: boolean;
  isPartlyUndone: boolean;
  isPast: boolean;
}

/** Lists publications, oldest first, and whether each was undone. Ignores an undo that was itself undone. */
export function readHistory(log: Log): PublicationRecord[] {
  const entries = log.entries();
  const undoneNumbers = new Set<number>();
  for (const { number, undoes, outcome } of entries.toReversed())
    if (undoes !== null && outcome === 'whole' && !undoneNumbers.has(number)) undoneNumbers.add(undoes);
  const undosByNumber = Map.groupBy(
    entries.filter(({ number }) => !undoneNumbers.has(number)),
    ({ undoes }) => undoes,
  );
  return entries.map((entry) => {
    const undos = undosByNumber.get(entry.number) ?? [];
    return {
      ...entry,
      isUndone: undoneNumbers.has(entry.number),
      isPartlyUndone: undos.some(({ outcome, counts }) => outcome === 'partly' && counts.length > 0),
      isPast: undos.some(({ outcome }) => outcome === 'past'),
    };
  });
}

/**
 * Finds the publication with a number, or for null the latest one of the owner or site that is not an undo and can still be undone.
 * Returns undefined if there is none.
 */
export function findPublicationToUndo(history: PublicationRecord[], number: number | null) {
  return number === null
    ? history.findLast(
        ({ undoes, isUndone, isPast, by }) => undoes === null && !isUndone && !isPast && by !== 'elsewhere',
      )
    : history.find((record) => record.number === number);
}

/** A row of the table `changes`, in which older versions stored the history. `before`, `after` and `note` are JSON. */
export interface JournalRow {
  $id: string;
  $createdAt: string;
  [column: string]: unknown;
}

type Note = Record<string, unknown>;

/** Converts an older journal to log entries, and returns the content ids of files from other programs. */
export function readOlderJournal(rows: readonly JournalRow[]) {
  const json = <Value>(text: unknown) => (typeof text === 'string' ? (JSON.parse(text) as Value) : null);
  const records = rows
    .filter(({ kind }) => kind === 'started' || kind === 'finished')
    .map(({ $id, $createdAt, note }) => ({ id: $id, at: $createdAt, note: json<Note>(note) ?? {} }));
  const numberIn = (note: Note) => (typeof note.number === 'number' ? note.number : 0);
  records.sort((a, b) => numberIn(a.note) - numberIn(b.note));
  const numbers = new Map<unknown, number>(records.map(({ id }, index) => [id, index + 1]));
  const changesOf = Map.groupBy(rows, ({ publication }) => publication);
  const entries = records.map(({ id, at, note }): NewEntry => {
    const publicationChanges = changesOf.get(id) ?? [];
    return {
      at: new Date(at).toISOString(),
      by: note.alone === true ? 'site' : 'owner',
      undoes: numbers.get(note.undoes) ?? null,
      outcome: note.past === true ? 'past' : note.partly === true ? 'partly' : 'whole',
      categories: publicationChanges.flatMap(({ kind, lesson, note }) => {
        const names = json<{ from: string; to: string }>(note);
        return kind === 'categoryRenamed' && lesson && names ? [{ id: String(lesson), ...names }] : [];
      }),
      changes: publicationChanges.flatMap(({ kind, lesson, before, after }) =>
        isChangeKind(kind) && lesson
          ? [{ kind, id: String(lesson), before: json<LessonState>(before), after: json<LessonState>(after) }]
          : [],
      ),
    };
  });
  const states = rows.flatMap(({ before, after }) => [json<LessonState>(before), json<LessonState>(after)]);
  const contents = states.flatMap((state) =>
    state && state.fileId !== state.contentId && state.contentId !== ''
      ? [[state.fileId, state.contentId] as const]
      : [],
  );
  return { entries, contents: new Map(contents) };
}

function isChangeKind(kind: unknown): kind is ChangeKind {
  return changeKinds.includes(kind as ChangeKind);
}
