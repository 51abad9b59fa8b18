import { availableParallelism } from 'node:os';
import type { OpenTarget } from '../open-target.ts';
import { keepFolderTexts, type TextsLeft } from '../texts/keep-folder-texts.ts';
import { createLessonReader, type LessonReader } from '../texts/lesson-reader.ts';
import { textLines } from '../texts/text-lines.ts';
import type { CommandContext } from './command.ts';

/** Each takes up to 300 MB. */
const mostReaders = 3;

/** The owner waits; the site, which has its visitors, reads with one process. */
export function ownersReader(signal: AbortSignal | undefined): LessonReader {
  return createLessonReader({ width: Math.min(availableParallelism(), mostReaders), signal });
}

/** Reads the words of new lessons, and says of which lessons they cannot be found. */
export async function readWords(
  { target, isRunning }: OpenTarget,
  left: TextsLeft,
  { options: { folder, dataDir }, messages, screen, signal }: CommandContext,
  reader = ownersReader(signal),
): Promise<void> {
  const onLesson = (done: number, all: number) => {
    if (done === all || done % Math.max(25, Math.ceil(all / 40)) === 0)
      screen.print(messages.texts.reading(done, all));
  };
  const asked = { folder, dataDir, target, left, reader, onLesson, isAlone: !isRunning, signal };
  const report = await keepFolderTexts(asked).finally(() => reader.close());
  // The plan has said what is no PDF, and what is pictures.
  const told = new Set(left.listing.lessons.flatMap((one) => (one.isPictures ? one.fileName : [])));
  const pictures = report?.pictures.filter((name) => !told.has(name)) ?? [];
  const lines = report ? textLines({ ...report, pictures, broken: [] }, messages) : [messages.texts.noTable];
  for (const line of lines) screen.print(line);
}
