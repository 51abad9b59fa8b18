import type { Language } from '#contract/language.ts';
import type { LibraryFile } from '#contract/rows.ts';
import { fileSize } from '#web/page/file-size.ts';
import { fileTitle } from '#web/page/file-title.ts';
import { visitorTexts } from '../messages/visitor-texts.ts';
import type { Addresses } from './addresses.ts';
import { shownName } from './shown-name.ts';

export type DescribedLesson = ReturnType<typeof describeLesson>;

/** A date of a row as RFC 3339 has it; a backend that gave none is told as the beginning of time. */
export function isoDate(text: string): string {
  const date = new Date(text);
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString();
}

/** When the last of them changed. */
export function lastChange(rows: readonly Pick<LibraryFile, '$updatedAt'>[]): string {
  return isoDate(rows.reduce((last, { $updatedAt }) => ($updatedAt > last ? $updatedAt : last), ''));
}

/** A lesson as other programs show it: every text is plain, every address absolute. */
export function describeLesson(file: LibraryFile, language: Language, addresses: Addresses) {
  const category = { id: file.category.$id, name: shownName(file.category.categoryName) };
  return {
    /** The same in both languages. */
    id: addresses.lesson(file.$id, 'en'),
    title: shownName(fileTitle(file.fileName)),
    category,
    summary: visitorTexts[language].discovery.summary(category.name, fileSize(file.fileSize)),
    href: addresses.lesson(file.$id, language),
    pdf: addresses.pdf(file),
    bytes: file.fileSize,
    published: isoDate(file.$createdAt),
    updated: isoDate(file.$updatedAt),
    /** Pictures of its first page. */
    cover: { href: addresses.cover(file, 600), thumbnail: addresses.cover(file, 200) },
  };
}
