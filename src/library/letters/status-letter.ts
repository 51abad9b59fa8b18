import type { Language } from '#contract/language.ts';
import { lessonHref } from '#contract/urls.ts';
import { isolate } from '../messages/format.ts';
import { messagesIn } from '../messages/messages.ts';
import type { OpenedLesson } from '../opens/opens.ts';
import {
  type Failure,
  type FolderListing,
  type Problem,
  type PublishedLesson,
  type PublishedLibrary,
  sortForVisitors,
} from '../plan/model.ts';
import { type Plan, plan } from '../plan/plan.ts';
import {
  countUnread,
  findUnsearchableLessons,
  formatUnsearchableLessons,
  type WordsRecords,
} from '../words/words.ts';

/** The folder as it was last read, and lessons that could not be published. */
export interface FolderStatus {
  listing: FolderListing;
  failures: readonly Failure[];
  /** Sentence that explains why nothing can be published now. */
  failureMessage?: string | undefined;
}

/** The state that a status letter reports. */
export interface StatusFacts extends FolderStatus {
  language: Language;
  /** The site's address; null if it is not known. */
  origin: string | null;
  /** The library after the publication. */
  library: PublishedLibrary;
  records: WordsRecords;
  /** Time at which each lesson, or its current version, came online (ISO 8601), by lesson id. */
  onlineSince: ReadonlyMap<string, string>;
  /** Time of the last backup; null if there is none. */
  lastBackup: string | null;
  /** The lessons that were opened most within a week. */
  opens: readonly OpenedLesson[];
}

/** Problems that are not faults: files that have not completely arrived, and lessons without a category. */
const waitingKinds: ReadonlySet<Problem['kind']> = new Set(['beingCopied', 'incomplete', 'notHere', 'inbox']);

/** Maximum number of online lessons in the letter, so that it stays readable. */
const MAX_LISTED_LESSONS = 500;

/** File name of the status letter by the owner's language. */
export const statusLetterNames: Record<Language, string> = {
  en: '_Status.txt',
  ar: '_حالة الموقع.txt',
};

/**
 * Composes the status letter: unpublished and waiting files with reasons, remarks, the last backup, the most opened lessons, and the
 * online lessons with their dates. Compares the folder with the library after the publication.
 */
export function composeStatusLetter(facts: StatusFacts): string {
  const { language, origin, listing, library, failures, failureMessage, records, lastBackup } = facts;
  const messages = messagesIn(language);
  const texts = messages.letter;
  const remainingPlan = plan(listing, library, new Date().toISOString());
  const waitingProblems = remainingPlan.problems.filter(({ kind }) => waitingKinds.has(kind));
  const faults = remainingPlan.problems.filter(({ kind }) => !waitingKinds.has(kind));
  const unreadCount = countUnread(library.lessons, records);
  const folders = listing.categories.map(isolate).join(messages.texts.comma);
  const section = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', heading, ...lines.map((line) => `- ${line}`)];
  return [
    texts.title,
    ...(origin ? [origin] : []),
    '',
    texts.online(library.lessons.length, library.categories.length),
    ...section(texts.notPublished, [
      ...(failureMessage ? [texts.failing(failureMessage)] : []),
      ...faults.map(messages.plan.problem),
      ...failures.map(messages.publish.failure),
    ]),
    ...section(texts.waiting, [
      ...waitingProblems.map(messages.plan.problem),
      ...(waitingProblems.some(({ kind }) => kind === 'inbox') && folders !== ''
        ? [texts.folders(folders)]
        : []),
      ...formatPendingRemovals(remainingPlan, texts.removalsPending),
    ]),
    ...section(texts.remarks, [
      ...remainingPlan.noSuchDatePaths.map(texts.noSuchDate),
      ...remainingPlan.lockedPaths.map(texts.locked),
      ...formatUnsearchableLessons(findUnsearchableLessons(library.lessons, records), messages),
      ...(unreadCount > 0 ? [texts.unread(unreadCount)] : []),
    ]),
    ...section(texts.backup, [lastBackup ? texts.lastBackup(messages.date(lastBackup)) : texts.noBackup]),
    ...section(texts.mostOpened, formatMostOpened(facts, texts.opened)),
    ...formatOnlineLessons(facts),
    '',
    texts.footer,
  ].join('\n');
}

/** Returns the message about online lessons that are missing from the folder, if any. */
function formatPendingRemovals({ changes }: Plan, toMessage: (n: number, names: string) => string): string[] {
  const removed = changes.flatMap(({ kind, before }) => (kind === 'removed' && before ? [before] : []));
  if (removed.length === 0) return [];
  const names = removed.slice(0, 10).map(({ fileName }) => isolate(fileName));
  return [toMessage(removed.length, `${names.join(' · ')}${removed.length > names.length ? ' …' : ''}`)];
}

/** Formats the lessons that were opened most often, with their counts. */
function formatMostOpened(
  { opens, library }: StatusFacts,
  line: (title: string, count: number) => string,
): string[] {
  return opens.flatMap(({ lesson: id, count }) => {
    const lesson = library.lessons.find((published) => published.id === id);
    return lesson ? [line(lesson.fileName.slice(0, -4), count)] : [];
  });
}

/** Lists the latest `MAX_LISTED_LESSONS` lessons, latest first, and counts the others. Adds links if the site's address is known. */
function formatOnlineLessons({ language, origin, library, onlineSince }: StatusFacts): string[] {
  const { letter: texts, day } = messagesIn(language);
  const onlineTimeOf = ({ id, publishedAt }: PublishedLesson) => onlineSince.get(id) ?? publishedAt;
  const latestFirst = (a: PublishedLesson, b: PublishedLesson) =>
    Date.parse(onlineTimeOf(b)) - Date.parse(onlineTimeOf(a));
  const { length } = library.lessons;
  if (length === 0) return [];
  // Selects lessons by date before sorting them by name, because the sort keys of names are slow to compute.
  const latest = library.lessons.toSorted(latestFirst).slice(0, MAX_LISTED_LESSONS);
  const lines = sortForVisitors(latest, (lesson) => lesson)
    .sort(latestFirst)
    .flatMap((lesson) => {
      const { id, category, fileName } = lesson;
      const link = origin && origin + lessonHref({ id, page: 1, search: '' }, language);
      return [
        `${day(onlineTimeOf(lesson))}: ${isolate(category)} / ${isolate(fileName.slice(0, -4))}`,
        ...(link ? [`  ${link}`] : []),
      ];
    });
  const omittedCount = length - MAX_LISTED_LESSONS;
  return ['', texts.onlineSince, ...lines, ...(omittedCount > 0 ? [texts.more(omittedCount)] : [])];
}
