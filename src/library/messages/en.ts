import type { LockOwner } from '#backend/data-folder.ts';
import type { Guard } from '../plan/guard.ts';
import type { Failure, Problem, ProblemKind, RecordedKind, UndoRefusal } from '../plan/model.ts';
import type { DateOffer } from '../plan/plan.ts';
import { createDateFormat, createDayFormat, isolate, sizeText } from './format.ts';

const pluralize = (n: number, unit: string) => (n === 1 ? `1 ${unit}` : `${n} ${unit}s`);

const lessons = (n: number): string => pluralize(n, 'lesson');
const files = (n: number): string => pluralize(n, 'file');
const rows = (n: number): string => pluralize(n, 'row');
const changes = (n: number): string => pluralize(n, 'change');
const times = (n: number): string => (n === 1 ? 'once' : pluralize(n, 'time'));

const day = createDayFormat('en-US');

/** Changes of lessons and categories. */
const changeKinds: Record<RecordedKind, string> = {
  added: 'New',
  restored: 'Restored',
  replaced: 'New version (same link)',
  renamed: 'New name (same link)',
  moved: 'Other category (same link)',
  dated: 'New date (same link)',
  removed: 'No longer shown',
  categoryRenamed: 'Renamed category',
};

/** Problems of files in the folder, each with its remedy. */
const problems: Record<ProblemKind, (problem: Problem) => string> = {
  notInCategory: () =>
    'is outside the category folders. Move it into a folder; the folder’s name is the category.',
  inbox: () => 'waits for a category. Move it into a folder; the folder’s name is the category.',
  deepFolder: () =>
    'is a folder inside a category. Move its PDFs up into the category: only one level of folders is published.',
  notPdfName: () => 'is not a PDF. Save it as a PDF, or remove it from the folder.',
  notPdf: () =>
    'has a name ending in .pdf, but is not a PDF. Open it in the program that made it and save it as a PDF.',
  damaged: () =>
    'cannot be opened: it is damaged, or not a PDF at all. Open it in the program that made it and save it as a PDF.',
  notUnicode: () =>
    'has a name in an old encoding that cannot be read here. Rename it on this computer; the question marks replace the lost letters.',
  hiddenName: () =>
    'begins with a dot or with ~$, as hidden and temporary files do. If it is a lesson, remove these characters from its name.',
  incomplete: () => 'is not complete. If it is still being copied, wait. Otherwise copy or save it again.',
  empty: () => 'is empty. Copy or save it again.',
  unreadable: () =>
    'cannot be read. Check that you have permission to open it and that the disk is connected.',
  beingCopied: () => 'is still being copied. Wait until the copy has finished, then publish again.',
  controlCharacters: () => 'has invisible control characters in its name. Type the name again.',
  nameTooLong: () => 'has a name longer than 255 characters. Give it a shorter name.',
  nameEmpty: () => 'has no name. Give it a name.',
  tooLarge: ({ size = 0, limit = 0 }) =>
    `is ${sizeText(size)}, and the library accepts ${sizeText(limit)} at most. Reduce its file size, or split it into parts.`,
  conflictCopy: ({ fileName = '', otherPath }) =>
    otherPath
      ? `is a copy that a sync program made: ${isolate(otherPath)} was changed in two places. Open both, keep the right one as ${isolate(fileName)} and delete the other. If both are lessons, give this one another name. Until then the site does not change.`
      : `is a copy that a sync program made of ${isolate(fileName)}, which is not in the folder. If this is the right one, name it ${isolate(fileName)}. Until then the site does not change.`,
  notHere: () =>
    'is not on this computer yet: the sync program has put a placeholder there. Choose “Keep on this device” for it, or for the whole folder.',
  sameName: ({ otherPath = '' }) =>
    `has the same name as ${isolate(otherPath)}; only hidden characters differ. Rename or delete one of the two.`,
  duplicate: ({ otherPath = '' }) => `is the same lesson as ${isolate(otherPath)}. Delete one of the two.`,
};

const failureReasons: Record<Failure['reason'], (message: string) => string> = {
  changed: () => 'was changed while it was being sent; publish again',
  unreadable: () =>
    'could not be read; check that you have permission to open it and that the disk is connected',
  refused: (message) => `was refused by the backend: ${message}`,
  diskFull: () => 'does not fit on the disk of the data folder; free some space, then publish again',
};

const guardReasons: Record<Guard['reason'], string> = {
  missingFolder: 'The folder of lessons does not exist. Is the disk connected?',
  emptyFolder: 'The folder of lessons is empty. Is the disk connected?',
  emptiedFolder:
    'This undoes everything that was published: no lesson stays on the site or in the folder. The files are moved to another folder, not deleted.',
  manyRemovals: 'This would remove a large part of the library from the site.',
};

const possessive = (n: number) => (n === 1 ? 'its' : 'their');

const diskFull = (path: string) =>
  `The disk that contains ${isolate(path)} is full. Free some space, then run the same command again.`;

/** Messages of the owner's commands, in English. */
export const en = {
  lessons,
  date: createDateFormat('en-US-u-hc-h23'),
  day,
  /** Points from the old value to the new one, in reading direction. */
  arrow: '→',
  path: isolate,
  plan: {
    heading: 'This is what visitors will see:',
    nothing: 'Nothing to publish: the library already matches your folder.',
    kind: changeKinds,
    newCategory: 'New category',
    renamedCategory: 'Renamed category (same link)',
    emptyCategory: 'Empty category, no longer shown',
    unchanged: (n: number) => `Unchanged: ${lessons(n)}`,
    more: (n: number) => `… and ${n} more (--all shows them)`,
    attention: 'Needs your attention (not published):',
    locked: 'Visitors need a password to open these. Save them without one if you did not intend this:',
    pictures: (n: number) =>
      `Pages of ${lessons(n)} are scans, so search cannot find their words (pages without words/all pages). Export the PDF from the program it was written in. If you have only the scan, run text recognition (OCR) over it with any program, and put the new file in place of the old one:`,
    noSuchDates:
      'Names that begin with a date that does not exist. The date stays part of the title; correct the name:',
    oneLanguage:
      'Categories named in one language only. For both, name the folder like “Fiqh – الفقه”; each visitor sees one of the names:',
    problem: (problem: Problem) => `${isolate(problem.path)} ${problems[problem.kind](problem)}`,
    guard: ({ reason, removals, lessonCount }: Guard) =>
      `${guardReasons[reason]} ${removals} of ${lessons(lessonCount)} would be removed from the site.`,
  },
  prompts: {
    publish: 'Publish this? (y/N) ',
    dates: ({ date, first, last }: Pick<DateOffer, 'date' | 'first' | 'last'>) =>
      `All lessons have the same date, ${day(date)}, so “newest first” has no effect. According to the names and dates of their files, they are from ${day(first)} to ${day(last)}. Use these dates? This question appears only once, and links do not change. (y/N) `,
    undo: 'Undo it? (y/N) ',
    restore: 'Restore it? (y/N) ',
    move: (n: number) => `Continue, and remove or replace what is listed above (${lessons(n)})? (y/N) `,
    yes: ['y', 'yes'],
    number: (n: number) => `If this is what you want, type the number ${n}: `,
    refused: 'Nothing was changed.',
    noTerminal: 'Nothing was changed: this is not an interactive terminal. Add --yes to confirm.',
    numberMissing: (n: number) => `Nothing was changed. If this is what you want, add: --remove ${n}`,
    dryRun: 'Nothing was changed (--dry-run).',
  },
  publish: {
    folder: (folder: string) => `Folder: ${isolate(folder)}`,
    library: (endpoint: string) => `Library: ${isolate(endpoint)}`,
    otherFolder: (folder: string) =>
      `LIBRARY_DIR is set: undo and the running site still use ${isolate(folder)}. Set it to the folder that you just published, or unset it, before you start the site.`,
    waiting: 'Another publication is running; waiting for it to finish …',
    progress: (done: number, total: number) => `${done} of ${total} done`,
    done: (n: number, seconds: string) => `Published: ${changes(n)} in ${seconds} s.`,
    failed: 'Could not be published:',
    failure: ({ change, reason, message }: Failure) =>
      `${isolate(change.source?.path ?? change.id)} ${failureReasons[reason](message)}.`,
    changedFiles:
      'These files changed or disappeared during publication and were not published. Publish again:',
    noCategories: (folder: string) =>
      `${isolate(folder)} contains PDFs but no category folders. Choose the folder that contains your category folders.`,
    removalsWait: 'No lesson was removed this time. Fix the problems above, then publish again.',
    interrupted: 'Interrupted. Files that were already sent are kept. Run the command again to finish.',
  },
  watch: {
    published: (summary: string) => `Library: ${summary}.`,
    unchanged: (n: number) => `Library: ${lessons(n)}, the same as the folder.`,
    removalsHeld: ({ removals, reason, earlierRemovals }: Guard) =>
      `Library: ${guardReasons[reason]} ${lessons(removals)} ${removals === 1 ? 'stays' : 'stay'} online${
        earlierRemovals > 0 ? ` (${lessons(earlierRemovals)} already removed within the last day)` : ''
      } until you run: npm run library -- publish`,
    removalsPending: (n: number, seconds: number) =>
      `Library: ${lessons(n)} ${n === 1 ? 'is' : 'are'} no longer in the folder and will be removed from the site in ${seconds} s. If more disappear, the site waits longer.`,
    attention: (sentence: string) => `Library: needs attention: ${sentence}`,
    texts: (done: number, total: number) =>
      `Library: the text of ${done} of ${lessons(total)} has been read for searching.`,
    locked: (path: string) =>
      `Library: visitors need a password to open ${isolate(path)}. Save it without one if you did not intend this.`,
    undo: (sentence: string) => `Library: undo: ${sentence}`,
    failed: (message: string) =>
      `Library: could not be published: ${message} The site retries automatically.`,
  },
  /** The hosted project that mirrors the library. */
  mirror: {
    copying: (done: number, total: number) => `Copying lesson ${done} of ${total} …`,
    copied: (endpoint: string, n: number) =>
      `${isolate(endpoint)} holds a library that this computer did not have. It was copied into the data folder: ${lessons(n)}.`,
    changedOnAppwrite: (name: string) => `Changed on Appwrite by another program: ${isolate(name)}`,
    damagedOnAppwrite: (name: string) =>
      `On Appwrite the file of ${isolate(name)} is missing or damaged. Publish the lesson again from your folder.`,
    noSite: (endpoint: string) =>
      `SITE_URL is not set, so lessons on ${isolate(endpoint)} link to Appwrite’s files, whose addresses change with each new version. To link to your site instead, set SITE_URL to its address first.`,
    dryRun: (endpoint: string, fileCount: number, rowCount: number, removalCount: number) =>
      `To update ${isolate(endpoint)}: ${files(fileCount)} and ${rows(rowCount)} to write, ${rows(removalCount)} to remove.`,
    pushing: (endpoint: string, fileCount: number, rowCount: number, removalCount: number) =>
      `Updating ${isolate(endpoint)}: ${files(fileCount)} and ${rows(rowCount)} to write, ${rows(removalCount)} to remove.`,
    words: (endpoint: string, n: number) =>
      `The words of ${lessons(n)} will be sent to ${isolate(endpoint)}, so that search finds them there.`,
    sending: (done: number, total: number) => `Sending file ${done} of ${total} …`,
    sendingWords: (done: number, total: number) => `Sending the words of lesson ${done} of ${total} …`,
  },
  undo: {
    nothing: 'There is nothing to undo.',
    unknownNumber: (number: number) => `There is no publication ${number}. See: npm run library -- history`,
    noFolder: (folder: string) =>
      `The folder of lessons ${isolate(folder)} does not exist. Is the disk connected?`,
    heading: (number: number, when: string) => `This undoes publication ${number} of ${when}.`,
    /** Headings of the changes that an undo makes in the owner's folder. */
    step: {
      folder: 'In your folder: categories that get their previous name back',
      fetch: 'In your folder: files that are restored',
      replace:
        'In your folder: files that get their previous version back; the current one is moved to a folder that is not published',
      move: 'In your folder: files that get their previous name or folder back',
      moveOut: 'Moved to a folder that is not published',
    },
    /** Headings of the changes that cannot be undone. */
    notUndone: {
      expired: 'Cannot be restored: removed and replaced files are kept for only 30 days',
      taken: 'Left unchanged: another file in your folder now has its name',
      changed: 'Left unchanged: it was changed or moved afterward',
    },
    notUndoable: (number: number) =>
      `None of this publication can be undone now. The next undo applies to the one before it. To retry this one, run: npm run library -- undo ${number}`,
    refused: (action: string, reason: string) => `Not done: ${action}. ${reason}`,
    reasons: {
      taken: 'another file already has that name.',
      refused:
        'the file could not be changed. Close it in other programs and check that you have write permission.',
      changed: 'it has just been changed.',
      expired: 'its file is no longer stored.',
      diskFull: 'the disk is full.',
    } satisfies Record<Exclude<UndoRefusal, 'other'>, string>,
    done: 'Undone.',
    partly: (number: number) =>
      `Not everything could be undone. Fix the problems above, then run: npm run library -- undo ${number}`,
    finished: 'An interrupted undo has been completed.',
  },
  history: {
    none: 'Nothing has been published yet.',
    undone: 'undone later',
    partlyUndone: 'undone later in part',
    notUndoable: 'can no longer be undone',
    undo: (number: number) => `undid publication ${number}`,
    undoPart: (number: number) => `undid part of publication ${number}`,
    undoRefused: (number: number) => `undo of publication ${number}: nothing could be undone`,
    undoNothing: (number: number) => `undo of publication ${number}: nothing was left to undo`,
    nothing: 'no lesson changed',
    elsewhere: 'made on Appwrite by another program',
    earlier: (n: number) => `… and ${n} earlier (--all shows them)`,
  },
  doctor: {
    good: 'OK',
    bad: 'PROBLEM',
    /** Names of the checks, by check id. */
    checks: {
      program: 'Program',
      configuration: 'Configuration',
      folder: 'Folder of lessons',
      site: 'Site',
      backend: 'Backend',
      rows: 'Rows of the library',
      storage: 'Storage',
      texts: 'Searchable text',
      categories: 'Categories',
      key: 'Key',
      schema: 'Tables and bucket',
      visitors: 'As visitors see it',
      disk: 'Disk space',
    },
    timeZone: (name: string) => `dates are in the time zone ${name} (timeZone in content/site.json)`,
    folderMissing: (folder: string) => `${isolate(folder)} does not exist. Create it, or set LIBRARY_DIR.`,
    folderContents: (n: number, attention: number) =>
      `${lessons(n)}${attention ? `; ${attention} ${attention === 1 ? 'other file or folder needs' : 'other files or folders need'} your attention (npm run library -- publish --dry-run lists them)` : ''}`,
    siteStopped: 'not running; to start it: npm start',
    siteUnknown: 'not checked; to check it, set SITE_URL to its address',
    siteRunning: (url: string) => `running at ${isolate(url)}`,
    siteUnavailable: (url: string) =>
      `it does not respond at ${isolate(url)}. Stop it (Ctrl-C) and start it again: npm start`,
    backendUnavailable: (endpoint: string, status: number) =>
      `${isolate(endpoint)} responds with status ${status}. Check the address, and that Appwrite is healthy.`,
    columnsMissing: (table: string, names: readonly string[]) =>
      `the table ${isolate(table)} lacks the columns ${names.join(', ')}. Run: npm run library -- setup`,
    readPermissionMissing: (name: string, status: number) =>
      `visitors are not allowed to read ${isolate(name)} (status ${status}). In Appwrite’s console, give the role “any” the permission to read it.`,
    platformMissing: (host: string) =>
      `Appwrite refuses the site’s pages: add a web platform with the host name ${isolate(host)} to the project in Appwrite’s console.`,
    storageEmpty: 'no lesson yet',
    storageGood: 'every lesson can be opened',
    /** Shows the first ten names. */
    storageBroken: (names: readonly string[]) =>
      `visitors cannot open ${names.slice(0, 10).map(isolate).join(', ')}${names.length > 10 ? ' …' : ''}: their stored files are missing or damaged. Run: npm run library -- verify`,
    invisibleRows: (ids: readonly string[]) =>
      `visitors cannot see ${ids.slice(0, 10).map(isolate).join(', ')}${ids.length > 10 ? ` and ${ids.length - 10} more` : ''}: a name or a category is missing. Publish again to repair the lessons in your folder, and delete the rest.`,
    categoriesMissing: (names: readonly string[]) =>
      `"categories" in content/site.json lists ${names.map(isolate).join(', ')}, but no category has that name. Use the exact name of the folder.`,
    categoriesInOneLanguage: (names: readonly string[]) =>
      `named in one language only: ${names.map(isolate).join(', ')}. For both, name the folder like “Fiqh – الفقه”.`,
    diskFree: (bytes: number) => `${sizeText(bytes)} free`,
    diskFull: (bytes: number) => `only ${sizeText(bytes)} free. Free some space before you publish.`,
  },
  backup: {
    copying: (done: number, total: number) => `Copying file ${done} of ${total} …`,
    packing: 'Writing the archive, then reading it again to check every file …',
    missing: (n: number) =>
      `${lessons(n)} had no file and ${n === 1 ? 'is' : 'are'} in the backup without one. To list them: npm run library -- verify`,
    noFolder: (folder: string) => `There is no folder ${isolate(folder)}. Create it, or choose another one.`,
    done: (file: string, rowCount: number, fileCount: number, size: number) =>
      `Backup written and checked: ${isolate(file)}, ${rows(rowCount)}, ${files(fileCount)}, ${sizeText(size)}.`,
    dryRun: (file: string, rowCount: number, fileCount: number) =>
      `${rows(rowCount)} and ${files(fileCount)} would be written to ${isolate(file)}.`,
    folder: (folder: string, file: string) =>
      `${isolate(folder)} is a folder. Name the file to write in it: ${isolate(file)}`,
    exists: (file: string) => `${isolate(file)} exists already. Choose another name, or add --replace.`,
    noFile: 'Name the archive to write: npm run library -- backup FILE.tar.gz',
    emptyLibrary: (dataDir: string) =>
      `No backup was written, because nothing was ever published in the data folder ${isolate(dataDir)}. If your lessons are in another data folder, set DATA_DIR to it. Otherwise publish them first: npm run library -- publish`,
    incompleteFile: (path: string) =>
      `The stored file of ${isolate(path)} is incomplete. Run: npm run library -- verify`,
    unreadableFile: (path: string) =>
      `The stored file of ${isolate(path)} cannot be read, so the backup would be incomplete. Run: npm run library -- verify`,
    /** Reasons why an archive cannot be used. Each message names the archive or the faulty part. */
    fault: {
      absent: (path: string) => `There is no file ${isolate(path)}. Check the path.`,
      noArchive: (path: string) =>
        `${isolate(path)} is not a backup archive, or only part of one. Use another backup. Nothing was changed.`,
      noManifest: (path: string) =>
        `${isolate(path)} is not a Minbar backup, or was written by a newer version. Use another backup, or the newest version (npx minbar@latest). Nothing was changed.`,
      damaged: (path: string) =>
        `The archive is damaged: ${isolate(path)} differs from what was backed up. Use another backup. Nothing was changed.`,
      noTable: (table: string) =>
        `The archive lacks the table ${isolate(table)}. Use another backup. Nothing was changed.`,
      noFile: (file: string) =>
        `The archive lacks the file of the lesson ${isolate(file)}. Use another backup. Nothing was changed.`,
    },
  },
  restore: {
    noFile: 'No backup was given. Name its file: npm run library -- restore FILE.tar.gz',
    checking: 'Checking the archive …',
    heading: (file: string, when: string, rowCount: number, fileCount: number) =>
      `${isolate(file)} of ${when} contains ${rows(rowCount)} and ${files(fileCount)}.`,
    replaces: (dataDir: string, folder: string) =>
      `The backup replaces the data in ${isolate(dataDir)}, the lessons in ${isolate(folder)} and the site’s texts, logo and glossary in ${isolate('content')}. The current files are not deleted: in each of these folders, they move into a new folder whose name contains before-restore.`,
    copying: (done: number, total: number) => `Restoring file ${done} of ${total} …`,
    done: 'Restored and compared with the backup. Start the site with: npm start',
    interrupted: 'Interrupted. Nothing was changed. To restore the backup, run the same command again.',
    previousFiles: (folder: string) =>
      `The previous files are kept in ${isolate(folder)}. Delete them when you no longer need them.`,
    unsuitableName: (name: string) =>
      `${isolate(name)} is on the site again, but a file in your folder cannot have its name or the name of its category. The next publication would remove it from the site: publish it again under another name.`,
    hosted:
      'A backup is restored into the embedded backend. To move it to Appwrite, restore it, then run: npm run library -- move --to appwrite',
  },
  verify: {
    reading: (done: number, total: number) => `Checking file ${done} of ${total} …`,
    good: (lessonCount: number, fileCount: number) =>
      `Everything is in order: ${lessons(lessonCount)}, ${files(fileCount)}, all checksums match.`,
    /** Faults in the data folder. */
    inDataFolder: {
      missingFile: (name: string) => `${isolate(name)} has no file. Publish again.`,
      wrongSize: (name: string) =>
        `The recorded size of ${isolate(name)} differs from that of its file. Publish again.`,
      wrongHash: (name: string) =>
        `The content of ${isolate(name)} is damaged. To store it again from your folder: npm run library -- verify --repair`,
      unreadable: (name: string) =>
        `The stored file of ${isolate(name)} cannot be read, so visitors cannot open it. Allow the site’s user to read every file in the data folder. Or store this file again from your folder: npm run library -- verify --repair`,
      noCategory: (name: string) => `${isolate(name)} has no category. Publish again.`,
    },
    /** Faults on Appwrite. */
    onAppwrite: {
      missingFile: (name: string) =>
        `On Appwrite ${isolate(name)} has no file. To send it again: npm run library -- verify --repair`,
      wrongHash: (name: string) =>
        `On Appwrite the file of ${isolate(name)} is damaged. To send it again: npm run library -- verify --repair`,
      unreadable: (name: string) =>
        `On Appwrite the file of ${isolate(name)} cannot be read, so visitors cannot open it. To send it again: npm run library -- verify --repair`,
      differs: (name: string) =>
        `On Appwrite ${isolate(name)} differs from what was published. Publish again.`,
      notInLibrary: (name: string) =>
        `${isolate(name)} is on Appwrite but not in the library. The next publication adds it to the library and shows it.`,
    },
    repaired: (name: string) => `${isolate(name)} was stored again.`,
    notRepaired: (name: string, message: string) =>
      `${isolate(name)} could not be sent again: the server returned “${isolate(message)}”. Save the lesson again in the program that made it, so that its content differs, and publish.`,
    notWritten: (name: string) =>
      `${isolate(name)} could not be stored again: its file cannot be replaced. Check that the site’s user can write to everything in the data folder, then run the command again.`,
    notInFolder: (name: string) => `${isolate(name)} is not in your folder; take it from a backup.`,
    unknownFile: (id: string) => `The file ${isolate(id)} does not belong to any lesson. It is harmless.`,
  },
  setup: {
    embedded:
      'The embedded backend needs no setup. To use Appwrite, set APPWRITE_ENDPOINT, APPWRITE_PROJECT_ID and APPWRITE_API_KEY.',
    site: (endpoint: string) =>
      `${isolate(endpoint)} is a Minbar site, which needs no setup. To publish there, run: npm run library -- publish`,
    /** Parts of a project, by id. */
    parts: {
      database: (id: string) => `database ${id}`,
      table: (id: string) => `table ${id}`,
      column: (id: string) => `column ${id}`,
      index: (id: string) => `index ${id}`,
      bucket: (id: string) => `bucket ${id}`,
    },
    permissions: (existing: string, expected: string) =>
      `permissions ${existing || '(none)'}, not ${expected || '(none)'}`,
    type: (existing: string, expected: string) => `type ${existing}, not ${expected}`,
    created: (part: string) => `created    ${part}`,
    raised: (part: string, limit: number) => `changed    ${part}: accepts files of up to ${sizeText(limit)}`,
    toCreate: (part: string) => `to create  ${part}`,
    toRaise: (part: string, limit: number) => `to change  ${part}: accepts files of up to ${sizeText(limit)}`,
    dryRun: (n: number) =>
      n === 0
        ? 'Everything exists already; there is nothing to create.'
        : `${n} to create or change; nothing was changed (--dry-run).`,
    exists: (part: string) => `exists     ${part}`,
    differs: (part: string, difference: string) =>
      `DIFFERS    ${part}: ${difference}. Nothing was changed; correct it in Appwrite’s console.`,
    notBuilt: (part: string, reason: string) =>
      `Appwrite could not build the ${part}: ${isolate(reason)}. Delete it in Appwrite’s console, then run setup again.`,
    unfinished: (part: string) =>
      `Appwrite has not finished building the ${part} after two minutes. Run setup again in a few minutes.`,
    sizeLimit: (limit: number, [largest, ...others]: { name: string; size: number }[]) =>
      `The server accepts files of up to ${sizeText(limit)}. ${
        largest
          ? `Your largest lesson, ${isolate(largest.name)}, is ${sizeText(largest.size)}${others.length > 0 ? ` (${others.length} more ${others.length === 1 ? 'lesson is' : 'lessons are'} too large)` : ''}. Reduce its size or split it, or have the limit raised.`
          : 'All lessons in your folder are smaller.'
      } Only the server’s administrator can raise this limit: set _APP_STORAGE_LIMIT (in bytes) in the server’s .env file, then run docker compose up -d. On Appwrite Cloud, the plan sets the limit. Afterwards, run setup again.`,
    done: (n: number) =>
      n === 0 ? 'Everything existed already; nothing was changed.' : `Done: ${n} created or changed.`,
  },
  move: {
    noTarget: 'Name the target: npm run library -- move --to appwrite (or: --to embedded)',
    needsAppwrite:
      'Set APPWRITE_ENDPOINT, APPWRITE_PROJECT_ID and APPWRITE_API_KEY in the terminal. The key needs the read and write scopes for databases, tables, columns, indexes, rows, buckets and files.',
    from: (endpoint: string) => `From: ${isolate(endpoint)}`,
    to: (endpoint: string) => `To:   ${isolate(endpoint)}`,
    comparing: 'Comparing every row and every file …',
    differs: (name: string) => `Different after the copy: ${isolate(name)}. Run the command again.`,
    dryRun: (rowCount: number, fileCount: number) =>
      `${rows(rowCount)} and ${files(fileCount)} would be copied and compared.`,
    onlyOnAppwrite: (name: string) => `Only on Appwrite, or newer there: ${isolate(name)}`,
    onlyOnThisComputer: (name: string) => `Only on this computer, or newer here: ${isolate(name)}`,
    leftOut: ({ name, size, limit }: { name: string; size: number; limit: number | null }) =>
      limit === null
        ? `Left out: the file of ${isolate(name)} is missing or damaged in the source. Run this there, then this command again: npm run library -- verify --repair`
        : `Left out: ${isolate(name)} is ${sizeText(size)}, and the target accepts ${sizeText(limit)} at most. Reduce its size or split it, and publish again. Or have the target’s limit raised (see: npm run library -- setup). Then run this command again.`,
    done: (rowCount: number, fileCount: number) =>
      `Moved and compared: ${rows(rowCount)}, ${files(fileCount)}, all checksums match.`,
  },
  /** Files that the backend repaired, moved or removed when it started. */
  storeRepair: {
    lost: (file: string) =>
      `Stored files: ${isolate(file)} is no longer on the disk and was removed from the list. Publish again: npm run library -- publish`,
    unfinished: (file: string) =>
      `Stored files: an unfinished upload of ${isolate(file)} was removed. The next publication sends it again.`,
    part: (file: string) =>
      `Stored files: the remains of an unfinished upload (${isolate(file)}) were removed.`,
    quarantined: ({ file, folder, days }: { file: string; folder: string; days: number }) =>
      `Stored files: no lesson refers to ${isolate(file)}. It was moved to ${isolate(folder)} and is kept there for ${days} days.`,
  },
  /** Upgrades of data that an older version wrote. */
  upgrade: {
    copied: (path: string) =>
      `The data was written by an older version of Minbar and is being updated. A copy of the old data is kept in ${isolate(path)}`,
    indexed: (percent: number) => `The library is being indexed again: ${percent} % done …`,
  },
  /** Counts of opened lessons. */
  opens: {
    none: {
      week: 'No lesson was opened within the last 7 days.',
      month: 'No lesson was opened within the last 30 days.',
      all: 'No lesson has been opened yet.',
    },
    heading: {
      week: (n: number) => `Opened within the last 7 days, at least ${times(n)} in total:`,
      month: (n: number) => `Opened within the last 30 days, at least ${times(n)} in total:`,
      all: (n: number) => `Opened so far, at least ${times(n)} in total:`,
    },
  },
  /** The letters in the folder of lessons. */
  letter: {
    title: 'STATUS OF THE SITE',
    online: (lessonCount: number, categoryCount: number) =>
      `Online: ${lessons(lessonCount)} in ${categoryCount === 1 ? '1 category' : `${categoryCount} categories`}.`,
    notPublished: 'NOT PUBLISHED: this needs your attention',
    failing: (message: string) => `Nothing can be published now: ${message} The site retries automatically.`,
    waiting: 'WAITING',
    folders: (names: string) => `The categories are: ${names}.`,
    removalsPending: (n: number, names: string) =>
      `${lessons(n)} no longer in the folder ${n === 1 ? 'is' : 'are'} still online: ${names}. If there are only a few, the site removes them within a minute. If many are missing, check the folder, or run: npm run library -- publish`,
    remarks: 'GOOD TO KNOW',
    noSuchDate: (path: string) =>
      `The name of ${isolate(path)} begins with a date that does not exist; it stays part of the title.`,
    locked: (path: string) => `Visitors need a password to open ${isolate(path)}.`,
    unread: (n: number) => `The words of ${lessons(n)} are still being read; search finds them soon.`,
    backup: 'BACKUP',
    lastBackup: (when: string) => `The last backup was made on ${when}.`,
    noBackup: 'There is no backup yet. To make one, run: npm run library -- backup FILE.tar.gz',
    onlineSince: 'ONLINE, NEWEST FIRST',
    more: (n: number) => `… and ${n} more`,
    mostOpened: 'OPENED MOST THIS WEEK',
    opened: (title: string, n: number) => `${isolate(title)}: opened at least ${times(n)}`,
    nothingNew: 'There is nothing new since the last letter.',
    noAddress:
      'The letter needs the address of the site. Set SITE_URL, or run the command while the site runs.',
    footer:
      'The site writes this file after each publication. Editing or deleting it does not affect the site.',
    notRenewed: (message: string) =>
      `Library: the letter to the owner was not updated: ${message} The next publication updates it.`,
    notWritten: (folder: string, code: string) =>
      `Library: the letter to the owner cannot be written into ${isolate(folder)} (${code}). Lessons are published as before.`,
  },
  /** The words inside the lessons. */
  texts: {
    comma: ', ',
    reading: (done: number, total: number) => `Reading the words of the lessons: ${done} of ${total} …`,
    searchable: (n: number) => `${lessons(n)} can be searched`,
    unread: (n: number) => `${lessons(n)} not read yet. Start the site, or run: npm run library -- publish`,
    noTable:
      'The words inside the lessons cannot be found: the project has no table for them. Run: npm run library -- setup',
    pictures: (n: number, names: string) =>
      `In ${lessons(n)}, many pages are pictures or use fonts that do not identify their letters, so search cannot find their words (pages without words/all pages): ${names}. Export the PDF from the program it was written in. If you have only the scan, run text recognition (OCR) over it with any program, and put the new file in place of the old one.`,
    xfa: (n: number, names: string) =>
      `${lessons(n)} ${n === 1 ? 'is a form' : 'are forms'} (XFA) that only Adobe Reader displays; visitors see a single sentence instead: ${names}. Open the form there and print it to a PDF.`,
    portfolio: (n: number, names: string) =>
      `${lessons(n)} ${n === 1 ? 'is a portfolio' : 'are portfolios'}, a cover with other files inside; visitors see only the cover: ${names}. Take the files out and publish them one by one.`,
    nothing: (n: number, names: string) =>
      `The pages of ${lessons(n)} are blank: ${names}. If the file on your computer is not blank, it was damaged during transfer, for example by FTP text mode: copy it again in binary mode.`,
    locked: (n: number, names: string) =>
      `${lessons(n)} ${n === 1 ? 'is' : 'are'} protected by a password, so search cannot find ${possessive(n)} words: ${names}. Save the PDF without a password.`,
    broken: (n: number, names: string) =>
      `${lessons(n)} cannot be read as a PDF, so search cannot find ${possessive(n)} words: ${names}. Open the file and save it again.`,
    slow: (n: number, names: string) =>
      `${lessons(n)} took too long to read on at least one page, so search cannot find the words there (unread pages/all pages): ${names}. Save the PDF at a smaller size.`,
  },
  error: {
    usage: (message: string) => `${message}\nSee: npm run library -- help`,
    unknownCommand: (name: string) => `There is no command ${isolate(name)}.`,
    wrongOption: (name: string, value: string) => `${name} cannot be ${isolate(value)}.`,
    unknownOption: (name: string) => `There is no option ${isolate(name)}.`,
    otherCommandsOption: (option: string, command: string, commands: string[]) =>
      `${option} cannot be used with ${command}, only with ${commands.join(', ')}.`,
    needsValue: (name: string) => `${name} needs a value after it.`,
    takesNoValue: (name: string) => `${name} takes no value.`,
    unexpectedArgument: (text: string) =>
      `${isolate(text)} is unexpected. Put names that contain spaces in quotation marks.`,
    noKey: (endpoint: string) =>
      `The site reads its library from ${isolate(endpoint)}. To publish there, set APPWRITE_API_KEY to a key of that project.`,
    unreachable: (endpoint: string) =>
      `${isolate(endpoint)} cannot be reached. Check the address and the network, then run the command again.`,
    siteStopped: 'The site stopped responding before the command finished. Run the same command again.',
    unauthorized:
      'The backend does not accept the key. Check APPWRITE_API_KEY. The key needs the read and write scopes for databases, tables, columns, indexes, rows, buckets and files.',
    noProject: (endpoint: string) =>
      `There is no such project at ${isolate(endpoint)}. Compare APPWRITE_PROJECT_ID with the project’s id in Appwrite’s console (Overview), and APPWRITE_ENDPOINT with the API endpoint next to it.`,
    proxy: (endpoint: string, status: string) =>
      `${isolate(endpoint)} does not respond: the server in front of it returned “${isolate(status)}”. Run the command again in a few minutes. If the error persists, ask the administrator of that server.`,
    proxyLimit:
      'A server in front of Appwrite refuses uploads of this size. It must accept requests of up to 6 MB (nginx: client_max_body_size). Ask its administrator.',
    missingScope: (scope: string) =>
      `The key is not allowed to do this: it lacks the scope ${scope}. Add it to the key in Appwrite’s console (API keys).`,
    dataInLessons: (dataDir: string, folder: string) =>
      `The data folder ${isolate(dataDir)} is inside the folder of lessons ${isolate(folder)}. Choose another folder for one of the two: DATA_DIR or LIBRARY_DIR.`,
    notAnEndpoint: (endpoint: string) =>
      `${isolate(endpoint)} is not an API endpoint: it must end in /v1. Set APPWRITE_ENDPOINT to the endpoint shown in Appwrite’s console.`,
    notSetUp:
      'That project has no tables or bucket for Minbar, or their ids differ from the settings. Compare the ids, or prepare the project: npm run library -- setup',
    interrupted: 'Interrupted. Run the same command again.',
    diskFull,
    dataFolderInUse: (dataDir: string, lockOwner: LockOwner | null) => {
      const processText = lockOwner ? ` (process ${lockOwner.pid} on ${isolate(lockOwner.host)})` : '';
      return lockOwner?.what === 'site'
        ? `The site is running on ${isolate(dataDir)}${processText}. Nothing was changed. Stop it first, then run the command again. If it was started by hand, press Ctrl-C in its window. If it is a service: systemctl stop minbar`
        : `${isolate(dataDir)} is in use by ${lockOwner ? `“npm run library -- ${lockOwner.what}”` : 'another program'}${processText}. Wait until it has finished, then run the command again. Nothing was changed.`;
    },
    /** System errors about a file or folder, by error code. */
    file: {
      ENOENT: (path: string) =>
        `${isolate(path)} does not exist. Check the name, and that the disk is connected.`,
      ENOTDIR: (path: string) =>
        `${isolate(path)} cannot be used: a part of this path is a file, not a folder. Correct the path, or move that file.`,
      EISDIR: (path: string) =>
        `${isolate(path)} is a folder, but a file is needed here. Choose another name, or move the folder.`,
      EEXIST: (path: string) => `${isolate(path)} exists already. Move it, or choose another name.`,
      EACCES: (path: string) =>
        `This user is not allowed to read or write ${isolate(path)}. Check its permissions.`,
      EROFS: (path: string) =>
        `${isolate(path)} is on a read-only disk. Choose another disk, or make this one writable.`,
      EIO: (path: string) =>
        `The disk that contains ${isolate(path)} cannot be read or written. Check that it is connected and healthy.`,
      ENAMETOOLONG: (path: string) =>
        `The name ${isolate(path)} is too long for this disk. Choose a shorter one.`,
      ENOSPC: diskFull,
      EFBIG: (path: string) =>
        `The disk that contains ${isolate(path)} does not accept a file this large; a FAT32 disk takes 4 GB at most. Choose a disk formatted as exFAT or NTFS. If this user has a limit (ulimit -f), have it raised.`,
      EBUSY: (path: string) =>
        `${isolate(path)} is in use by another program. Close it there, then try again.`,
      EMFILE: () =>
        'Too many files are open on this computer. Close some programs, then run the command again.',
      EAGAIN: () =>
        'This computer cannot start another program now: too many are running, or its memory is full. Close some programs, then run the command again.',
      ELOOP: (path: string) => `${isolate(path)} is a link that leads back to itself. Delete the link.`,
    } as Record<string, (path: string) => string>,
    system: (path: string, code: string) =>
      `The system refused an operation on ${isolate(path)}. Check the file and its disk. (System error: ${code})`,
    filesMissing: (count: number, folder: string) =>
      `${count === 1 ? '1 file' : `${count} files`} of the library cannot be found in ${isolate(folder)}. Is the disk connected, and is the copy complete? Nothing was changed. If the files are lost, restore your last backup: npm run library -- restore FILE`,
    restoreDamaged: (file: string) =>
      `A restore was interrupted and cannot be completed, because ${isolate(file)} is damaged. Rename that file, then restore your backup again: npm run library -- restore FILE`,
    newerData: (dataDir: string, program: string) =>
      `The data in ${isolate(dataDir)} was written by a newer version of Minbar${program && ` (${program})`}. Run that version (npx minbar@latest, or the newer source code). Nothing was changed.`,
    databaseDamaged: (dataDir: string) =>
      `The database in ${isolate(dataDir)} is damaged. Restore your last backup: npm run library -- restore FILE`,
    databaseClosed: (path: string) =>
      `${isolate(path)} cannot be opened. Check that this user can read and write it and everything in its folder.`,
    backendFault:
      'Something went wrong in the backend itself. The site’s log has details. Run: npm run library -- doctor',
    unreadableFile:
      'A stored file of the library cannot be read. To see which one, and what to do: npm run library -- verify',
    other: (message: string) => `Unexpected error: ${message}`,
  },
  help: `npm run library -- COMMAND

  publish [FOLDER]    show what would change, ask, publish
  undo [NUMBER]       undo the last publication, or the one with this number
  history             list what was published and when, with numbers
  opens [PERIOD]      count how often lessons were opened: week, month or all
  letter              print what is new, ready to send on Friday
  backup FILE         write lessons, history and texts into one archive and check it
  restore FILE        restore the site from a backup
  verify              read every file and compare it with what was published
  doctor              check everything and list what to fix
  setup               prepare a project on Appwrite
  move --to TARGET    copy everything to "appwrite" or "embedded"

  --lang en|ar        the language of the messages
  --yes               do not ask
  --dry-run           only show what would be done
  --remove N          with publish and undo: confirm the removal of exactly N lessons
  --json              with doctor and opens: one JSON object for a program
  --repair            with verify: replace damaged files
  --replace           with backup: replace an archive of the same name
  --all               with publish, undo, history and opens: long lists in full

Exit codes: 0 done (or nothing to do), 1 failed, 2 invalid usage, 3 not confirmed,
4 the number of removals was not given, 5 done, but something needs attention.`,
};

/** Type of the messages in each language. Every language has all entries. */
export type Messages = typeof en;
