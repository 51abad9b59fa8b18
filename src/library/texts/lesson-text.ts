import type { PdfReading } from '#reader/engine/pdf-process.ts';
import { readingVersion } from '#reader/engine/reading-version.ts';

/** What is known of a lesson's text without looking at its pages. */
export interface TextHead {
  lesson: string;
  category: string;
  /** The file it was read from. */
  fileId: string;
  version: string;
  /** Pages of the PDF, and those with text that can be found. */
  pages: number;
  found: number;
  /** Pages that could not be read in time. */
  lost: number;
  fault: 'locked' | 'broken' | 'slow' | null;
}

export interface FoundPage {
  page: number;
  label: 'words' | 'letters';
  text: string;
}

export interface LessonText {
  head: TextHead;
  pages: FoundPage[];
}

/** Whether the text is of that file, and as this program reads it. */
export function isRead(head: TextHead | undefined, fileId: string): boolean {
  return head?.fileId === fileId && head.version === readingVersion;
}

/** More of one page is no page. */
const mostCharacters = 40_000;

/** The pages of a lesson that can be found, and what is noted of all of them. */
export function lessonText(
  lesson: Pick<TextHead, 'lesson' | 'category' | 'fileId'>,
  reading: PdfReading,
): LessonText {
  const noted = { ...lesson, version: readingVersion };
  if ('fault' in reading)
    return { head: { ...noted, pages: 0, found: 0, lost: 0, fault: reading.fault }, pages: [] };
  const pages = reading.pages.flatMap(({ label, text }, index): FoundPage[] => {
    if (label === 'title') return [];
    return [{ page: index + 1, label, text: text.slice(0, mostCharacters).toWellFormed() }];
  });
  const head = {
    ...noted,
    pages: reading.pages.length,
    found: pages.length,
    lost: reading.lost.length,
    fault: null,
  };
  return { head, pages };
}
