import { createPdfProcess } from '#reader/engine/pdf-process.ts';
import type { LocalLibrary } from '../store/local-library.ts';
import {
  isRead,
  type LessonWords,
  openLocalWords,
  toLessonWords,
  type UnfoundLessons,
  unfoundLessons,
} from './words.ts';

/** Pages that are written together: a commit costs a third of a lesson's, a longer one holds visitors up. */
const PAGES_A_WRITE = 100;

export interface ReadWordsOptions {
  /** Reads lessons again of which pages were lost. */
  isRepair?: boolean;
  /** Called after each lesson. */
  onLesson?(done: number, all: number): void;
  signal?: AbortSignal | undefined;
}

/**
 * Brings the words up to the library: lessons that are new, or have another file, are read one after the other, and the words of those
 * that are gone go. Interrupted after any lesson, the next call does the rest. Returns the lessons read now whose words cannot all be found.
 */
export async function readWords(
  local: LocalLibrary,
  { isRepair, onLesson, signal }: ReadWordsOptions = {},
): Promise<UnfoundLessons> {
  if (!local.backend.words) return unfoundLessons([], []);
  const words = openLocalWords(local.backend);
  const { lessons } = local.read();
  const heads = new Map(words.heads().map((head) => [head.lesson, head]));
  const live = new Set(lessons.map(({ id }) => id));
  const gone = [...heads.keys()].filter((id) => !live.has(id));
  if (gone.length > 0) await words.remove(gone);
  for (const { id, categoryId } of lessons) {
    const head = heads.get(id);
    if (head && head.category !== categoryId) await words.move(id, categoryId);
  }
  const unread = lessons.filter(({ id, fileId }) => {
    const head = heads.get(id);
    return !isRead(head, fileId) || (isRepair && (head?.fault === 'slow' || (head?.lost ?? 0) > 0));
  });
  if (unread.length === 0) return unfoundLessons([], []);
  const pdfs = createPdfProcess();
  const close = () => pdfs.close();
  signal?.addEventListener('abort', close);
  let waiting: LessonWords[] = [];
  const write = async () => {
    const written = waiting;
    waiting = [];
    await words.replace(written);
  };
  try {
    for (const [index, { id: lesson, categoryId: category, fileId }] of unread.entries()) {
      const path = local.filePath(fileId);
      const reading = path && (await pdfs.read(path));
      // Interrupted reading yields an incomplete result.
      signal?.throwIfAborted();
      if (reading) {
        const read = toLessonWords({ lesson, category, fileId }, reading);
        heads.set(lesson, read.head);
        waiting.push(read);
        if (waiting.reduce((sum, { pages }) => sum + 1 + pages.length, 0) >= PAGES_A_WRITE) await write();
      }
      onLesson?.(index + 1, unread.length);
    }
    await write();
  } finally {
    signal?.removeEventListener('abort', close);
    pdfs.close();
  }
  return unfoundLessons(unread, [...heads.values()]);
}
