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
  sortForVisitors,
} from '../plan/model.ts';
import { type Plan, plan } from '../plan/plan.ts';
import type { Library } from '../store/local-library.ts';
import {
  countUnread,
  findUnsearchableLessons,
  unsearchableLines,
  type WordsRecords,
} from '../words/words.ts';

/** The state that a status letter reports. */
export interface StatusFacts {
  language: Language;
  /** The site's address; null if it is not known. */
  origin: string | null;
  /** The folder as it was read last, and the library after the publication. */
  listing: FolderListing;
  library: Library;
  failures: readonly Failure[];
  /** Reason why nothing can be published now, as a sentence. */
  trouble?: string | undefined;
  heads: WordsRecords;
  /** Time at which each lesson, or its present version, came online (ISO 8601). */
  onlineSince: ReadonlyMap<string, string>;
  /** Time of the last backup; null if there is none. */
  lastBackup: string | null;
  /** Lessons that were opened most within a week. */
  opens: readonly OpenedLesson[];
}

/** Problems that need no action: files that are still arriving, and lessons waiting for a category. */
const waitingKinds: ReadonlySet<Problem['kind']> = new Set(['beingCopied', 'incomplete', 'notHere', 'inbox']);

/** More lessons would make the letter too long to read. */
const MAX_LESSONS = 500;

/** The file name of the status letter in the owner's language. */
export const statusLetterNames: Record<Language, string> = {
  en: '_Status.txt',
  ar: '_حالة الموقع.txt',
};

/**
 * Returns the text of the status letter: unpublished files and why, waiting files, and lessons online with their dates. Compares
 * the folder with the library after the publication. Pure except for the time zone.
 */
export function statusLetter(facts: StatusFacts): string {
  const { language, origin, listing, library, failures, trouble, heads, lastBackup } = facts;
  const messages = messagesIn(language);
  const texts = messages.letter;
  const remainder = plan(listing, library, new Date().toISOString());
  const waiting = remainder.attention.filter(({ kind }) => waitingKinds.has(kind));
  const faults = remainder.attention.filter(({ kind }) => !waitingKinds.has(kind));
  const unread = countUnread(library.lessons, heads);
  const folders = listing.categories.map(isolate).join(messages.texts.comma);
  const section = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', heading, ...lines.map((line) => `- ${line}`)];
  return [
    texts.title,
    ...(origin ? [origin] : []),
    '',
    texts.online(library.lessons.length, library.categories.length),
    ...section(texts.notPublished, [
      ...(trouble ? [texts.failing(trouble)] : []),
      ...faults.map(messages.plan.problem),
      ...failures.map(messages.publish.failure),
    ]),
    ...section(texts.waiting, [
      ...waiting.map(messages.plan.problem),
      ...(waiting.some(({ kind }) => kind === 'inbox') && folders !== '' ? [texts.folders(folders)] : []),
      ...waitingRemovals(remainder, texts.removalsPending),
    ]),
    ...section(texts.remarks, [
      ...remainder.noSuchDates.map(texts.noSuchDate),
      ...remainder.locked.map(texts.locked),
      ...unsearchableLines(findUnsearchableLessons(library.lessons, heads), messages),
      ...(unread > 0 ? [texts.unread(unread)] : []),
    ]),
    ...section(texts.backup, [lastBackup ? texts.lastBackup(messages.date(lastBackup)) : texts.noBackup]),
    ...section(texts.mostOpened, mostOpened(facts, texts.opened)),
    ...onlineLines(facts),
    '',
    texts.footer,
  ].join('\n');
}

/** Returns the message about lessons that are missing in the folder but still online. */
function waitingRemovals({ changes }: Plan, leaving: (n: number, names: string) => string): string[] {
  const removed = changes.flatMap(({ kind, before }) => (kind === 'removed' && before ? [before] : []));
  if (removed.length === 0) return [];
  const names = removed.slice(0, 10).map(({ fileName }) => isolate(fileName));
  return [leaving(removed.length, `${names.join(' · ')}${removed.length > names.length ? ' …' : ''}`)];
}

/** Lists the most opened lessons; the counts are minimums. */
function mostOpened(
  { opens, library }: StatusFacts,
  line: (title: string, count: number) => string,
): string[] {
  return opens.flatMap(({ lesson: id, count }) => {
    const lesson = library.lessons.find((each) => each.id === id);
    return lesson ? [line(lesson.fileName.slice(0, -4), count)] : [];
  });
}

/** Every lesson with its link, the latest first. */
function onlineLines({ language, origin, library, onlineSince }: StatusFacts): string[] {
  const { letter: texts, day } = messagesIn(language);
  const since = ({ id, publishedAt }: PublishedLesson) => onlineSince.get(id) ?? publishedAt;
  const latestFirst = (a: PublishedLesson, b: PublishedLesson) => Date.parse(since(b)) - Date.parse(since(a));
  const { length } = library.lessons;
  if (length === 0) return [];
  // Keys of names take a hundred times as long as dates.
  const latest = library.lessons.toSorted(latestFirst).slice(0, MAX_LESSONS);
  const lines = sortForVisitors(latest, (lesson) => lesson)
    .sort(latestFirst)
    .flatMap((lesson) => {
      const { id, category, fileName } = lesson;
      const link = origin && origin + lessonHref({ id, page: 1, search: '' }, language);
      return [
        `${day(since(lesson))}: ${isolate(category)} / ${isolate(fileName.slice(0, -4))}`,
        ...(link ? [`  ${link}`] : []),
      ];
    });
  const more = length - MAX_LESSONS;
  return ['', texts.onlineSince, ...lines, ...(more > 0 ? [texts.more(more)] : [])];
}
