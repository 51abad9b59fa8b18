import type { Visit } from '#backend/visit.ts';
import type { LessonOutline, WordPlace } from '#contract/lesson-outline.ts';
import type { TextNeed } from '#contract/text-search/text-query.ts';

/** Which bytes of a lesson are meant. */
export interface LessonEdition {
  lessonId: string;
  fileId: string;
}

/**
 * The pages of lessons as pictures. Nothing here rejects because of a PDF: what cannot be read or drawn is undefined or empty. Both may
 * wait for a process that draws, so nobody asks while it is their turn on the main thread.
 */
export interface LessonPages {
  /** Undefined when the PDF cannot be opened. */
  outline(edition: LessonEdition, visit?: Visit): Promise<LessonOutline | undefined>;
  /** Bytes of a page's pictures as far as they are drawn, the narrower one first; nothing is drawn for it. */
  pictureBytes(edition: LessonEdition, page: number): Promise<readonly (number | undefined)[]>;
  /**
   * Where a page has the words that were searched for, line by line.
   *
   * @param label what is known of the page's text: its words, or only its letters
   */
  words(
    edition: LessonEdition,
    page: number,
    label: 'words' | 'letters',
    needs: readonly TextNeed[],
    visit?: Visit,
  ): Promise<readonly WordPlace[]>;
}
