import { type ChangeKind, changeKinds, type LessonState } from '../plan/model.ts';
import type { NewEntry } from './log.ts';

/** A row of the table `changes`, in which older versions kept the history on every backend. */
export interface JournalRow {
  $id: string;
  $createdAt: string;
  kind: string;
  publication: string | null;
  lesson: string | null;
  /** JSON. */
  before: string | null;
  after: string | null;
  note: string | null;
}

/** Parses a row of that table; `id` and `createdAt` are named differently by each backend. */
export function journalRow(id: unknown, createdAt: unknown, row: Record<string, unknown>): JournalRow {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    $id: String(id),
    $createdAt: String(createdAt),
    kind: String(row.kind),
    publication: text(row.publication),
    lesson: text(row.lesson),
    before: text(row.before),
    after: text(row.after),
    note: text(row.note),
  };
}

type Note = Record<string, unknown>;

/** Converts the rows of an older journal into entries of the log, and the contents of files of other programs that it noted. */
export function readOlderJournal(rows: readonly JournalRow[]) {
  const json = <Value>(text: string | null) => (text === null ? null : (JSON.parse(text) as Value));
  const heads = rows
    .filter(({ kind }) => kind === 'started' || kind === 'finished')
    .map(({ $id, $createdAt, note }) => ({ id: $id, at: $createdAt, note: json<Note>(note) ?? {} }));
  const numberIn = (note: Note) => (typeof note.number === 'number' ? note.number : 0);
  heads.sort((a, b) => numberIn(a.note) - numberIn(b.note));
  const numbers = new Map(heads.map(({ id }, index) => [id, index + 1]));
  const changesOf = Map.groupBy(rows, ({ publication }) => publication);
  const entries = heads.map(({ id, at, note }): NewEntry => {
    const own = changesOf.get(id) ?? [];
    return {
      at: new Date(at).toISOString(),
      by: note.alone === true ? 'site' : 'owner',
      undoes: typeof note.undoes === 'string' ? (numbers.get(note.undoes) ?? null) : null,
      outcome: note.past === true ? 'past' : note.partly === true ? 'partly' : 'whole',
      categories: own.flatMap((row) => {
        const names = json<{ from: string; to: string }>(row.note);
        return row.kind === 'categoryRenamed' && row.lesson && names ? [{ id: row.lesson, ...names }] : [];
      }),
      changes: own.flatMap(({ kind, lesson, before, after }) =>
        isChangeKind(kind) && lesson
          ? [{ kind, id: lesson, before: json<LessonState>(before), after: json<LessonState>(after) }]
          : [],
      ),
    };
  });
  const contents = rows.flatMap(({ before, after }) =>
    [json<LessonState>(before), json<LessonState>(after)].flatMap((state) =>
      state && state.fileId !== state.contentId && state.contentId !== ''
        ? [[state.fileId, state.contentId] as const]
        : [],
    ),
  );
  return { entries, contents: new Map(contents) };
}

function isChangeKind(kind: string): kind is ChangeKind {
  return (changeKinds as readonly string[]).includes(kind);
}
