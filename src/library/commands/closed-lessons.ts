import { inParallel } from '../apply/in-parallel.ts';
import type { LessonRow } from '../catalogue/appwrite-rows.ts';
import { isContentId } from '../content-id.ts';
import type { TargetLibrary } from '../copy/library-source.ts';

/** More are not looked for: each that cannot be read is asked for several times. */
const enough = 10;

/**
 * The names of lessons that visitors cannot open: no whole file of their size is stored, or, of those `tried`, its first bytes cannot
 * be had. Ten at most.
 */
export async function closedLessons(
  library: TargetLibrary,
  lessons: readonly LessonRow[],
  tried: readonly LessonRow[],
): Promise<string[]> {
  const files = new Map((await library.files()).map((file) => [file.id, file]));
  // Rows made by others may give another size.
  const fileOf = ({ fileId, fileSize }: LessonRow) => {
    const file = files.get(fileId);
    return file?.size === fileSize || !isContentId(fileId) ? file : undefined;
  };
  const closed = lessons.filter((lesson) => !fileOf(lesson)).slice(0, enough);
  await inParallel(4, [...tried], async (lesson) => {
    const file = fileOf(lesson);
    if (file && closed.length < enough && !(await library.opens(file))) closed.push(lesson);
  });
  return closed.map(({ fileName }) => fileName).slice(0, enough);
}
