import type { DatabaseSync } from 'node:sqlite';
import { type ChangeKind, type LessonState, type RecordedKind, recordedKinds } from '../plan/model.ts';

/** Author of a publication: the owner's command, the running site, or another program that wrote to a mirror. */
export type Author = 'owner' | 'site' | 'elsewhere';

export interface CategoryRename {
  id: string;
  from: string;
  to: string;
}

/** A lesson before and after a publication. `before` is null for a new lesson, `after` for a removed one. */
export interface LoggedChange {
  kind: ChangeKind;
  lesson: string;
  before: LessonState | null;
  after: LessonState | null;
}

export interface NewEntry {
  /** ISO 8601. */
  at: string;
  by: Author;
  /** The number of the publication that this one takes back. */
  undoes: number | null;
  /** `partly`: some steps of an undo failed; `past`: none of a publication could be undone any longer. */
  outcome: 'whole' | 'partly' | 'past';
  categories: CategoryRename[];
  changes: LoggedChange[];
}

/** A publication without its lessons. `counts` is how many lessons and categories it changed in which way. */
export interface LogEntry extends Omit<NewEntry, 'changes'> {
  /** Number for the owner; the first publication is 1. */
  number: number;
  counts: [kind: RecordedKind, count: number][];
}

export type Log = ReturnType<typeof openLog>;

/** Milliseconds for which the file of a removed or replaced lesson is kept for an undo. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const since = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

/** The log of publications in the database of the data folder. Each write is part of the transaction that is open. */
export function openLog(database: DatabaseSync) {
  const all = (sql: string, ...values: (string | number)[]) => database.prepare(sql).all(...values);
  return {
    /** Appends a publication and returns its number. */
    append({ at, by, undoes, outcome, categories, changes }: NewEntry): number {
      const row = database
        .prepare(
          `INSERT INTO publications (at, made_by, undoes, outcome, categories) VALUES (?, ?, ?, ?, ?) RETURNING number`,
        )
        .get(at, by, undoes, outcome, JSON.stringify(categories));
      const number = Number(row?.number);
      const insert = database.prepare(
        `INSERT INTO published_changes (publication, kind, lesson, before, after, former_file) VALUES (?, ?, ?, ?, ?, ?)`,
      );
      const json = (state: LessonState | null) => state && JSON.stringify(state);
      for (const { kind, lesson, before, after } of changes) {
        const formerFile = before && before.fileId !== after?.fileId ? before.fileId : null;
        insert.run(number, kind, lesson, json(before), json(after), formerFile);
      }
      return number;
    },
    /** Every publication, oldest first. */
    entries(): LogEntry[] {
      const countsByNumber = Map.groupBy(
        all('SELECT publication, kind, count(*) AS count FROM published_changes GROUP BY publication, kind'),
        (row) => Number(row.publication),
      );
      return all('SELECT * FROM publications ORDER BY number').map((row) => {
        const number = Number(row.number);
        const categories = JSON.parse(String(row.categories)) as CategoryRename[];
        const kinds = new Map(
          countsByNumber.get(number)?.map(({ kind, count }) => [String(kind), Number(count)]),
        );
        if (categories.length > 0) kinds.set('categoryRenamed', categories.length);
        return {
          number,
          at: String(row.at),
          by: row.made_by as Author,
          undoes: row.undoes === null ? null : Number(row.undoes),
          outcome: row.outcome as NewEntry['outcome'],
          categories,
          counts: recordedKinds.flatMap((kind) => {
            const count = kinds.get(kind);
            return count ? [[kind, count] as [RecordedKind, number]] : [];
          }),
        };
      });
    },
    changesOf: (number: number): LoggedChange[] =>
      all('SELECT * FROM published_changes WHERE publication = ? ORDER BY rowid', number).map(toChange),
    /** Time of the first publication; undefined if there was none. */
    firstAt(): string | undefined {
      const [row] = all('SELECT min(at) AS at FROM publications');
      return row?.at ? String(row.at) : undefined;
    },
    /** Names that files of lessons had last in the owner's folder, by lesson, where visitors see another name. */
    folderNames: (): Map<string, { folderName: string; fileName: string }> =>
      new Map(
        all(
          `SELECT lesson, after ->> '$.folderName' AS folderName, after ->> '$.fileName' AS fileName
           FROM published_changes WHERE folderName IS NOT NULL
           AND rowid IN (SELECT max(rowid) FROM published_changes WHERE after IS NOT NULL GROUP BY lesson)`,
        ).map(({ lesson, folderName, fileName }) => [
          String(lesson),
          { folderName: String(folderName), fileName: String(fileName) },
        ]),
      ),
    /** Time at which each lesson, or its present version, came online (ISO 8601). */
    onlineSince: (): Map<string, string> =>
      new Map(
        all(
          `SELECT c.lesson, max(p.at) AS at FROM published_changes c JOIN publications p ON p.number = c.publication
           WHERE c.kind IN ('added', 'restored', 'replaced') GROUP BY c.lesson`,
        ).map(({ lesson, at }) => [String(lesson), String(at)]),
      ),
    /** Lessons that were added after a time (ISO 8601), the latest first. */
    addedSince: (at: string): string[] =>
      all(
        `SELECT c.lesson FROM published_changes c JOIN publications p ON p.number = c.publication
         WHERE c.kind = 'added' AND p.at > ? ORDER BY p.number DESC, c.rowid`,
        at,
      ).map(({ lesson }) => String(lesson)),
    /** Lists removed lessons whose files are still kept, the latest first. */
    removedLately: (): LoggedChange[] =>
      all(
        `SELECT c.* FROM published_changes c JOIN publications p ON p.number = c.publication
         WHERE c.kind = 'removed' AND p.at > ? ORDER BY c.publication DESC, c.rowid`,
        since(KEPT_MS),
      ).map(toChange),
    /** Lessons that the running site has removed without a question within a day. */
    removedBySite: (): string[] =>
      all(
        `SELECT DISTINCT c.lesson FROM published_changes c JOIN publications p ON p.number = c.publication
         WHERE c.kind = 'removed' AND p.made_by = 'site' AND p.at > ?`,
        since(DAY_MS),
      ).map(({ lesson }) => String(lesson)),
    /** Returns former files of lessons, and whether an undo may still restore each of them. */
    formerFiles: (): Map<string, boolean> =>
      new Map(
        all(
          `SELECT c.former_file AS file, max(p.at) > ? AS kept FROM published_changes c
           JOIN publications p ON p.number = c.publication WHERE c.former_file IS NOT NULL GROUP BY c.former_file`,
          since(KEPT_MS),
        ).map(({ file, kept }) => [String(file), kept === 1]),
      ),
    /** The lesson that left a file last, if there is one. */
    lessonOfFormerFile(fileId: string): string | undefined {
      const [row] = all(
        'SELECT lesson FROM published_changes WHERE former_file = ? ORDER BY publication DESC LIMIT 1',
        fileId,
      );
      return row && String(row.lesson);
    },
    /** Every lesson that was ever removed. */
    removedLessons: (): string[] =>
      all(`SELECT DISTINCT lesson FROM published_changes WHERE kind = 'removed'`).map(({ lesson }) =>
        String(lesson),
      ),
    wasRemoved: (lesson: string): boolean =>
      all("SELECT 1 FROM published_changes WHERE lesson = ? AND kind = 'removed' LIMIT 1", lesson).length > 0,
    /** Content hashes of files from other programs, by id. */
    fileContents: (): Map<string, string> =>
      new Map(all('SELECT * FROM file_contents').map((row) => [String(row.file_id), String(row.content_id)])),
    saveFileContent(fileId: string, contentId: string): void {
      database.prepare('INSERT OR REPLACE INTO file_contents VALUES (?, ?)').run(fileId, contentId);
    },
    /** The rows of a mirror as they were written last; undefined for one that was never written. */
    mirroredRows(target: string): Record<string, string> | undefined {
      const [row] = all('SELECT rows FROM mirrors WHERE target = ?', target);
      return row && JSON.parse(String(row.rows));
    },
    saveMirroredRows(target: string, rows: Record<string, string>): void {
      database.prepare('INSERT OR REPLACE INTO mirrors VALUES (?, ?)').run(target, JSON.stringify(rows));
    },
    clear(): void {
      database.exec('DELETE FROM published_changes; DELETE FROM publications');
    },
  };
}

function toChange(row: Record<string, unknown>): LoggedChange {
  const state = (json: unknown) => (json === null ? null : (JSON.parse(String(json)) as LessonState));
  return {
    kind: row.kind as ChangeKind,
    lesson: String(row.lesson),
    before: state(row.before),
    after: state(row.after),
  };
}

/** A publication in the history, and whether later ones undid it. */
export interface PublicationRecord extends LogEntry {
  /** Whether a later undo reversed it, or part of it, or came too late. */
  undone: boolean;
  partlyUndone: boolean;
  past: boolean;
}

/** Lists publications, oldest first. An undo that was itself undone does not count. */
export function readHistory(log: Log): PublicationRecord[] {
  const entries = log.entries();
  const undone = new Set<number>();
  for (const { number, undoes, outcome } of entries.toReversed())
    if (undoes !== null && outcome === 'whole' && !undone.has(number)) undone.add(undoes);
  const undosOf = Map.groupBy(
    entries.filter(({ number }) => !undone.has(number)),
    ({ undoes }) => undoes,
  );
  return entries.map((entry) => {
    const undos = undosOf.get(entry.number) ?? [];
    return {
      ...entry,
      undone: undone.has(entry.number),
      partlyUndone: undos.some(({ outcome, counts }) => outcome === 'partly' && counts.length > 0),
      past: undos.some(({ outcome }) => outcome === 'past'),
    };
  });
}

/** The publication of a number, or the latest that is neither an undo nor taken back already. Undefined when there is none. */
export function nextToUndo(history: PublicationRecord[], number: number | null) {
  return number === null
    ? history.findLast(
        ({ undoes, undone, past, by }) => undoes === null && !undone && !past && by !== 'elsewhere',
      )
    : history.find((record) => record.number === number);
}

/** Counts the lessons that the running site removed by itself within a day and that were not put back. */
export function countRemovedBySite(log: Log, live: readonly { id: string }[]): number {
  const ids = new Set(live.map(({ id }) => id));
  return log.removedBySite().filter((id) => !ids.has(id)).length;
}
