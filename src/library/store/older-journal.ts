import { type ChangeKind, changeKinds, type LessonState } from '../plan/model.ts';
import type { NewEntry } from './log.ts';

/** A row of the table `changes`, in which older versions kept the history on every backend. Its states and its note are JSON. */
export interface JournalRow {
  $id: string;
  $createdAt: string;
  [column: string]: unknown;
}

type Note = Record<string, unknown>;

/** Converts the rows of an older journal into entries of the log, and the contents of files of other programs that it noted. */
export function readOlderJournal(rows: readonly JournalRow[]) {
  const json = <Value>(text: unknown) => (typeof text === 'string' ? (JSON.parse(text) as Value) : null);
  const heads = rows
    .filter(({ kind }) => kind === 'started' || kind === 'finished')
    .map(({ $id, $createdAt, note }) => ({ id: $id, at: $createdAt, note: json<Note>(note) ?? {} }));
  const numberIn = (note: Note) => (typeof note.number === 'number' ? note.number : 0);
  heads.sort((a, b) => numberIn(a.note) - numberIn(b.note));
  const numbers = new Map<unknown, number>(heads.map(({ id }, index) => [id, index + 1]));
  const changesOf = Map.groupBy(rows, ({ publication }) => publication);
  const entries = heads.map(({ id, at, note }): NewEntry => {
    const own = changesOf.get(id) ?? [];
    return {
      at: new Date(at).toISOString(),
      by: note.alone === true ? 'site' : 'owner',
      undoes: numbers.get(note.undoes) ?? null,
      outcome: note.past === true ? 'past' : note.partly === true ? 'partly' : 'whole',
      categories: own.flatMap(({ kind, lesson, note }) => {
        const names = json<{ from: string; to: string }>(note);
        return kind === 'categoryRenamed' && lesson && names ? [{ id: String(lesson), ...names }] : [];
      }),
      changes: own.flatMap(({ kind, lesson, before, after }) =>
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
