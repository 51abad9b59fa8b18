import type { Holder } from '#backend/data-folder/holder.ts';
import type { Failure } from '../apply/apply-plan.ts';
import type { ArchiveFault } from '../copy/broken-archive.ts';
import type { Problem, ProblemKind } from '../folder/folder-listing.ts';
import type { ChangeKind } from '../plan/change.ts';
import type { Guard } from '../plan/guard.ts';
import { shown } from './shown.ts';

const lessons = (n: number) => (n === 1 ? '1 lesson' : `${n} lessons`);
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const kind: Record<ChangeKind, string> = {
  added: 'New',
  restored: 'Back again',
  replaced: 'New edition (same link)',
  renamed: 'New name (same link)',
  moved: 'Other category (same link)',
  removed: 'No longer shown',
};

const problem: Record<ProblemKind, (problem: Problem) => [what: string, fix: string]> = {
  notInCategory: () => [
    'lies outside the category folders',
    'Put it into a folder; the folder’s name becomes the category.',
  ],
  deepFolder: () => [
    'is a folder inside a category',
    'Move its PDFs one folder up: only one level of folders is published.',
  ],
  notPdfName: () => ['is not a PDF', 'Save it as PDF, or take it out of the folder.'],
  notPdf: () => [
    'is named .pdf, but its content is not a PDF',
    'Open it in the program that made it and save it as PDF.',
  ],
  incomplete: () => [
    'is not complete',
    'If it is still being copied, wait. Otherwise copy or save it once more.',
  ],
  empty: () => ['is empty', 'Copy or save it once more.'],
  unreadable: () => ['cannot be read', 'Check that you may open it, and that the disk is connected.'],
  beingCopied: () => ['is still being copied', 'Wait until the copy has finished, then publish again.'],
  controlCharacters: () => ['has invisible control characters in its name', 'Type the name anew.'],
  nameTooLong: () => ['has a name longer than 255 characters', 'Give it a shorter name.'],
  nameEmpty: () => ['has no name', 'Give it a name.'],
  tooLarge: ({ limit = 0 }) => [
    `is larger than ${megabytes(limit)}`,
    'Save it smaller (“reduce file size”), or split it.',
  ],
  sameName: ({ other = '' }) => [
    `has the same name as ${shown(other)}; only hidden characters differ`,
    'Rename or delete one of the two.',
  ],
  duplicate: ({ other = '' }) => [`is the same lesson as ${shown(other)}`, 'Delete one of the two.'],
};

const failure: Record<Failure['reason'], (message: string) => string> = {
  changed: () => 'was changed while it was being sent; publish again',
  unreadable: () => 'could not be read; check that you may open it and that the disk is connected',
  refused: (message) => `was refused by the backend: ${message}`,
};

const fault: Record<ArchiveFault, (what: string) => string> = {
  absent: (what) => `There is no file ${shown(what)}.`,
  noArchive: (what) =>
    `${shown(what)} is not an archive, or only a part of one. Take another backup. Nothing was changed.`,
  noManifest: (what) =>
    `${shown(what)} is not a backup of Minbar, or one of a newer version. Nothing was changed.`,
  damaged: (what) =>
    `The archive is damaged: ${shown(what)} is not as it was backed up. Take another backup. Nothing was changed.`,
  noTable: (what) => `The archive lacks the table ${shown(what)}. Take another backup. Nothing was changed.`,
  noFile: (what) =>
    `The archive lacks the file of the lesson ${shown(what)}. Take another backup. Nothing was changed.`,
  cutFile: (what) => `The library’s file of ${shown(what)} is not whole. Run: npm run library -- verify`,
};

const guard: Record<Guard['reason'], string> = {
  missingFolder: 'The folder of lessons is not there. Is the disk connected?',
  emptyFolder: 'The folder of lessons is empty. Is the disk connected?',
  manyRemovals: 'This would take a large part of the library off the site.',
};

/** Every sentence of the owner's command in English. */
export const en = {
  lessons,
  /** Points from the former to the new, in the direction of reading. */
  arrow: '→',
  plan: {
    heading: 'This is what visitors will see:',
    nothing: 'Nothing to publish: the library is the same as your folder.',
    kind,
    newCategory: 'New category',
    renamedCategory: 'Category with a new name (same link)',
    emptyCategory: 'Category without a lesson, no longer shown',
    unchanged: (n: number) => `Unchanged: ${lessons(n)}`,
    more: (n: number) => `… and ${n} more (--all shows them)`,
    attention: 'Needs your attention (not published):',
    problem: (one: Problem) => {
      const [what, fix] = problem[one.kind](one);
      return `${shown(one.path)} ${what}. ${fix}`;
    },
    guard: ({ reason, removals, published }: Guard) =>
      `${guard[reason]} ${removals} of ${lessons(published)} would go.`,
  },
  ask: {
    publish: 'Publish this? (y/N) ',
    undo: 'Do this? (y/N) ',
    restore: 'Go on? (y/N) ',
    yes: ['y', 'yes'],
    number: (n: number) => `If this is what you want, type the number ${n}: `,
    refused: 'Nothing was changed.',
    noTerminal: 'Nothing was changed: nobody can be asked here. Say --yes to agree.',
    numberMissing: (n: number) => `Nothing was changed. If it is what you want, add: --remove ${n}`,
    dryRun: 'Nothing was changed (--dry-run).',
  },
  publish: {
    folder: (folder: string) => `Folder: ${shown(folder)}`,
    place: (endpoint: string) => `Library: ${shown(endpoint)}`,
    reading: 'Reading the folder …',
    adopting: (left: number) => `Reading a lesson that is online already (once only), ${left} left …`,
    waiting: 'Another publication is under way; waiting for it …',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    done: (changes: number, seconds: string) =>
      `Published: ${changes === 1 ? '1 change' : `${changes} changes`} in ${seconds} s.`,
    failed: 'Could not be published:',
    failure: ({ change, reason, message }: Failure) =>
      `${shown(change.source?.path ?? change.id)} ${failure[reason](message)}.`,
    linked: (n: number) =>
      `${lessons(n)} now ${n === 1 ? 'has' : 'have'} a link that stays the same for ever. Links given out before lead there.`,
    removalsWait: 'Nothing was taken off the site this time; publish again when the above is put right.',
    interrupted: 'It was interrupted. What is done is done; run the same command again and it does the rest.',
  },
  watch: {
    published: (summary: string) => `Library: ${summary}.`,
    same: (n: number) => `Library: ${lessons(n)}, the same as the folder.`,
    held: ({ removals, reason }: Guard) =>
      `Library: ${guard[reason]} ${lessons(removals)} stay online until you run: npm run library -- publish`,
    linked: (n: number) =>
      `Library: ${lessons(n)} now ${n === 1 ? 'has' : 'have'} a link that stays the same for ever.`,
    attention: (sentence: string) => `Library: needs attention: ${sentence}`,
    failed: (message: string) =>
      `Library: could not be published: ${message} It is tried again at the next change.`,
    stopped: (reason: string) =>
      `Library: the publication ended by itself (${reason}). It is tried again at the next change.`,
  },
  undo: {
    nothing: 'There is nothing to take back.',
    heading: (when: string) => `This takes back the publication of ${when}. Your folder will change:`,
    fetch: 'Comes back into the folder',
    setAside: 'Is put aside, into a folder that is not published',
    rename: 'Gets its former name again',
    blocked: (path: string) => `${shown(path)} is taken by another file and stays as it is.`,
    gone: (path: string) => `${shown(path)} cannot come back: its file is kept for 30 days only.`,
    done: 'Taken back.',
  },
  history: {
    none: 'Nothing was published yet.',
    open: 'interrupted, run "publish" to finish it',
    undone: 'taken back later',
    undo: 'took back an earlier publication',
    nothing: 'no lesson changed',
    count: (which: ChangeKind | 'categoryRenamed', n: number) =>
      `${which === 'categoryRenamed' ? 'Category with a new name' : kind[which]}: ${n}`,
  },
  backup: {
    copying: (done: number, all: number) => `Copying file ${done} of ${all} …`,
    checking: 'Reading the archive again and checking every file …',
    missing: (n: number) =>
      `${lessons(n)} had no file and ${n === 1 ? 'is' : 'are'} in the backup without one. See: npm run library -- verify`,
    noFolder: (folder: string) => `There is no folder ${shown(folder)}. Make it, or choose another one.`,
    done: (file: string, rows: number, files: number, size: number) =>
      `Backup written and checked: ${shown(file)}, ${rows} rows, ${files} files, ${megabytes(size)}.`,
    exists: (file: string) => `${shown(file)} exists already. Choose another name.`,
    noFile: 'Say where to: npm run library -- backup FILE.tar',
    fault,
  },
  restore: {
    noFile: 'Say which backup: npm run library -- restore FILE.tar',
    checking: 'Checking the archive …',
    heading: (file: string, when: string, rows: number, files: number) =>
      `${shown(file)} of ${when} holds ${rows} rows and ${files} files.`,
    places: (dataDir: string, folder: string) =>
      `The backup replaces the data in ${shown(dataDir)}, the lessons in ${shown(folder)} and the site’s texts, logo and glossary in ${shown('content')}. What is there now is kept in a folder beside it.`,
    copying: (done: number, all: number) => `Bringing back file ${done} of ${all} …`,
    done: 'Restored and compared with the backup. Start the site with: npm start',
    kept: (folder: string) =>
      `What was there is kept in ${shown(folder)}. Delete it when you no longer need it.`,
    unwritten: (name: string) =>
      `${shown(name)} is on the site again, but its name or its category’s cannot be a name in your folder. The next publication would take it off the site: publish it anew under another name.`,
    hosted:
      'A backup is restored into the embedded backend. To bring it to Appwrite, restore it, then: npm run library -- move --to appwrite',
  },
  verify: {
    reading: (done: number, all: number) => `Checking file ${done} of ${all} …`,
    good: (rows: number, files: number) =>
      `All is in order: ${lessons(rows)}, ${files} files, every hash right.`,
    missingFile: (name: string) => `${shown(name)} has no file. Publish again.`,
    incompleteFile: (name: string) => `The file of ${shown(name)} is not complete. Publish again.`,
    wrongSize: (name: string) => `${shown(name)} has another size than its file. Publish again.`,
    wrongHash: (name: string) =>
      `The content of ${shown(name)} is damaged. To send it again from your folder: npm run library -- verify --repair`,
    repaired: (name: string) => `${shown(name)} was sent again from your folder.`,
    notInFolder: (name: string) => `${shown(name)} is not in your folder; take it from a backup.`,
    noCategory: (name: string) => `${shown(name)} stands in no category. Publish again.`,
    wrongUrl: (name: string) => `${shown(name)} has an address that is not its own. Publish again.`,
    unknownFile: (id: string) => `The file ${shown(id)} belongs to no lesson. It does no harm.`,
  },
  doctor: {
    good: 'in order',
    bad: 'NOT in order',
    node: 'Program',
    configuration: 'Configuration',
    siteJson: (message: string) => `content/site.json cannot be read: ${message}. Correct it.`,
    folder: 'Folder of lessons',
    folderMissing: (folder: string) => `${shown(folder)} is not there. Make it, or set LIBRARY_DIR.`,
    folderHolds: (n: number, attention: number) =>
      `${lessons(n)}${attention ? `, ${attention} need attention (see: publish --dry-run)` : ''}`,
    site: 'Site',
    siteStopped: 'It is not running. Start it with: npm start',
    siteAnswers: (url: string) => `answers at ${shown(url)}`,
    siteSilent: (url: string) =>
      `does not answer at ${shown(url)}. Stop it (Ctrl-C) and start it again: npm start`,
    backend: 'Backend',
    backendSilent: (endpoint: string, message: string) =>
      `${shown(endpoint)} does not answer: ${message}. Check the address and the network.`,
    key: 'Key',
    schema: 'Tables and bucket',
    storage: 'Storage',
    storageEmpty: 'no lesson yet',
    storageSample: (name: string) => `${shown(name)} could be opened`,
    storageBroken: (name: string) => `${shown(name)} cannot be opened. Run: npm run library -- verify`,
    disk: 'Disk space',
    diskFree: (bytes: number) => `${megabytes(bytes)} free`,
    diskFull: (bytes: number) => `only ${megabytes(bytes)} free. Make room before you publish.`,
  },
  setup: {
    embedded:
      'The embedded backend sets itself up; nothing to do. For Appwrite set APPWRITE_ENDPOINT, APPWRITE_PROJECT_ID and APPWRITE_API_KEY.',
    created: (what: string) => `made       ${what}`,
    exists: (what: string) => `was there  ${what}`,
    differs: (what: string, how: string) =>
      `DIFFERS    ${what}: ${how}. Nothing was changed; correct it in the console.`,
    failed: (what: string, message: string) => `${what} could not be made: ${message}`,
    done: (n: number) => (n === 0 ? 'All was there already; nothing was changed.' : `Done: ${n} made.`),
  },
  move: {
    noTarget: 'Say where to: npm run library -- move --to appwrite (or: --to embedded)',
    same: 'Both are the same library.',
    needsAppwrite:
      'Set APPWRITE_ENDPOINT, APPWRITE_PROJECT_ID and APPWRITE_API_KEY (README, “Move to Appwrite”).',
    from: (endpoint: string) => `From: ${shown(endpoint)}`,
    to: (endpoint: string) => `To:   ${shown(endpoint)}`,
    copying: (done: number, all: number) => `Copying file ${done} of ${all} …`,
    proving: 'Comparing every row and every file …',
    differs: (what: string) => `Not the same: ${shown(what)}. Run the command again.`,
    extra: (n: number) => `The target also holds ${n} rows that are not in the source; they were left alone.`,
    done: (rows: number, files: number) =>
      `Moved and compared: ${rows} rows, ${files} files, every hash the same.`,
  },
  error: {
    usage: (message: string) => `${message}\nSee: npm run library -- help`,
    unknownCommand: (name: string) => `There is no command ${shown(name)}.`,
    wrongOption: (name: string, value: string) => `${name} cannot be ${shown(value)}.`,
    missing: (name: string) => `Environment variable ${name} is not set or is empty.`,
    noKey: (endpoint: string) =>
      `The site reads its library from ${shown(endpoint)}. To publish there set APPWRITE_API_KEY to a key of that project.`,
    unreachable: (endpoint: string) =>
      `${shown(endpoint)} cannot be reached. Check the address and the network, then run the command again.`,
    unauthorized:
      'The backend does not accept the key. Check APPWRITE_API_KEY and what the key may do (README, “Move to Appwrite”).',
    notSetUp: (message: string) => `${message} Run: npm run library -- setup`,
    olderSite:
      'The site was started before Minbar was updated. Stop it (Ctrl-C), start it again with npm start, then publish.',
    diskFull: 'The disk is full. Make room, then run the same command again.',
    taken: (dataDir: string, holder: Holder | null) => {
      const number = holder ? ` (process ${holder.pid} on ${shown(holder.host)})` : '';
      return holder?.what === 'site'
        ? `The site is running on ${shown(dataDir)}${number}. Stop it first (Ctrl-C), then run the command again. Nothing was changed.`
        : `${shown(dataDir)} is in use by ${holder ? `“npm run library -- ${holder.what}”` : 'another program'}${number}. Wait until it has finished, then run the command again. Nothing was changed.`;
    },
    lockLost:
      'This publication was paused for more than a minute (the computer slept?), and another one has taken its place. It has stopped, and nothing newer was overwritten. Run the command again to finish.',
    other: (message: string) => `That did not work: ${message}`,
  },
  help: `npm run library -- COMMAND

  publish [FOLDER]    show what would change, ask, publish
  undo                take back the last publication
  history             what was published when
  backup FILE         one archive of rows and files, checked
  restore FILE        bring a backup back
  verify              check every row, file and hash
  doctor              is everything in order, and what to do if not
  setup               make the tables and the bucket on Appwrite
  move --to TARGET    copy everything to "appwrite" or "embedded"

  --lang en|ar        the language of these sentences
  --yes               do not ask
  --dry-run           show only
  --remove N          agree to take N lessons off the site
  --repair            with verify: send damaged files again
  --all               show long lists in full

Exit codes: 0 done (or nothing to do), 1 it failed, 2 wrong use, 3 not agreed to,
4 the number of removals was not given, 5 done, but something needs attention.`,
};

/** What a catalogue holds; every language has all of it. */
export type Messages = typeof en;
