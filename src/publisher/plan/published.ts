/** A lesson as it stands, or stood, in the library. */
export interface LessonState {
  category: string;
  categoryId: string;
  fileName: string;
  /** Bytes. */
  fileSize: number;
  fileId: string;
  contentId: string;
  /** ISO 8601; the date visitors sort by. */
  publishedAt: string;
}

export interface PublishedCategory {
  id: string;
  name: string;
}

export interface PublishedLesson extends LessonState {
  /** The row's id. It stays when the lesson is renamed, moved or corrected. */
  id: string;
}

/** What visitors see now, and the lessons removed within the last 30 days (newest first), whose files are still kept. */
export interface Published {
  categories: PublishedCategory[];
  lessons: PublishedLesson[];
  removed: PublishedLesson[];
}
