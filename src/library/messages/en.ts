import type { LockOwner } from '#backend/data-folder.ts';
import type { Problem } from '../folder/folder-listing.ts';
import type { Guard } from '../plan/guard.ts';
import type { Failure } from '../publish.ts';
import { enCommands } from './en-commands.ts';
import { changes, dateIn, lessons } from './en-counts.ts';
import { enKinds, enProblems } from './en-kinds.ts';
import { shown } from './shown.ts';

const failure: Record<Failure['reason'], (message: string) => string> = {
  changed: () => 'was changed while it was being sent; publish again',
  unreadable: () => 'could not be read; check that you may open it and that the disk is connected',
  refused: (message) => `was refused by the backend: ${message}`,
};

const guard: Record<Guard['reason'], string> = {
  missingFolder: 'The folder of lessons is not there. Is the disk connected?',
  emptyFolder: 'The folder of lessons is empty. Is the disk connected?',
  emptiedFolder:
    'This takes back all that was published: no lesson stays on the site or in the folder. The files are put aside, not deleted.',
  manyRemovals: 'This would take a large part of the library off the site.',
};

const their = (n: number) => (n === 1 ? 'its' : 'their');

const diskFull = (path: string) =>
  `The disk of ${shown(path)} is full. Make room there, then run the same command again.`;

/** Every sentence of the owner's command in English. */
export const en = {
  lessons,
  date: dateIn('en-US-u-hc-h23'),
  /** Points from the former to the new, in the direction of reading. */
  arrow: '→',
  path: shown,
  plan: {
    heading: 'This is what visitors will see:',
    nothing: 'Nothing to publish: the library is the same as your folder.',
    kind: enKinds,
    newCategory: 'New category',
    renamedCategory: 'Category with a new name (same link)',
    emptyCategory: 'Category without a lesson, no longer shown',
    unchanged: (n: number) => `Unchanged: ${lessons(n)}`,
    more: (n: number) => `… and ${n} more (--all shows them)`,
    attention: 'Needs your attention (not published):',
    locked: 'Visitors need a password to open it (save it without one if that was not meant):',
    pictures: (n: number) =>
      `The pages of ${lessons(n)} are pictures, so that their words cannot be found (a PDF saved by the program it was written in has words):`,
    problem: (one: Problem) => `${shown(one.path)} ${enProblems[one.kind](one)}`,
    guard: ({ reason, removals, published }: Guard) =>
      `${guard[reason]} ${removals} of ${lessons(published)} would be taken off the site.`,
  },
  ask: {
    publish: 'Publish this? (y/N) ',
    undo: 'Undo it? (y/N) ',
    restore: 'Restore it? (y/N) ',
    move: (n: number) => `Go on, and remove or replace what is named above (${lessons(n)})? (y/N) `,
    yes: ['y', 'yes'],
    number: (n: number) => `If this is what you want, type the number ${n}: `,
    refused: 'Nothing was changed.',
    noTerminal: 'Nothing was changed: this is not an interactive terminal; add --yes to agree.',
    numberMissing: (n: number) => `Nothing was changed. If this is what you want, add: --remove ${n}`,
    dryRun: 'Nothing was changed (--dry-run).',
  },
  publish: {
    folder: (folder: string) => `Folder: ${shown(folder)}`,
    place: (endpoint: string) => `Library: ${shown(endpoint)}`,
    otherFolder: (folder: string) =>
      `LIBRARY_DIR is set: undo and the running site go on looking at ${shown(folder)}. Set it to this folder, or unset it, before you start the site.`,
    waiting: 'Another publication is under way; waiting for it …',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    done: (n: number, seconds: string) => `Published: ${changes(n)} in ${seconds} s.`,
    failed: 'Could not be published:',
    failure: ({ change, reason, message }: Failure) =>
      `${shown(change.source?.path ?? change.id)} ${failure[reason](message)}.`,
    lost: 'Not published, because these files are gone or were changed meanwhile. Publish again:',
    noCategories: (folder: string) =>
      `${shown(folder)} holds PDFs, but no folder with PDFs. Name the folder that your categories are in: each category is a folder in it.`,
    removalsWait: 'Nothing was taken off the site this time. Put the above right, then publish again.',
    interrupted: 'Interrupted. What was published stays; run it again to finish.',
  },
  watch: {
    published: (summary: string) => `Library: ${summary}.`,
    same: (n: number) => `Library: ${lessons(n)}, the same as the folder.`,
    held: ({ removals, reason, earlier }: Guard) =>
      `Library: ${guard[reason]} ${lessons(removals)} ${removals === 1 ? 'stays' : 'stay'} online until you run: npm run library -- publish${
        earlier > 0 ? ` (${lessons(earlier)} left the site within the last day)` : ''
      }`,
    waits: (n: number, seconds: number) =>
      `Library: ${lessons(n)} no longer in the folder; ${n === 1 ? 'it leaves' : 'they leave'} the site in ${seconds} s if no more go.`,
    attention: (sentence: string) => `Library: needs attention: ${sentence}`,
    texts: (done: number, all: number) =>
      `Library: the text of ${done} of ${lessons(all)} has been read for searching.`,
    locked: (path: string) =>
      `Library: ${shown(path)} asks visitors for a password. Save it without one if that was not meant.`,
    undo: (sentence: string) => `Library: undo: ${sentence}`,
    failed: (message: string) => `Library: could not be published: ${message} It is tried again by itself.`,
  },
  /** The hosted project that mirrors the library. */
  mirror: {
    takingOver: (done: number, all: number) => `Taking over lesson ${done} of ${all} …`,
    tookOver: (endpoint: string, n: number) =>
      `${shown(endpoint)} held a library that this computer did not know. It was taken over: ${lessons(n)}.`,
    changedThere: (name: string) => `Changed on Appwrite by another program: ${shown(name)}`,
    damagedThere: (name: string) =>
      `On Appwrite the file of ${shown(name)} is missing or damaged. Publish the lesson again from your folder.`,
    would: (endpoint: string, files: number, rows: number, removals: number) =>
      `To bring ${shown(endpoint)} up to date: ${files} files and ${rows} rows to write, ${removals} rows to remove.`,
    pushing: (endpoint: string, files: number, rows: number, removals: number) =>
      `Bringing ${shown(endpoint)} up to date: ${files} files and ${rows} rows to write, ${removals} rows to remove.`,
    sending: (done: number, all: number) => `Sending file ${done} of ${all} …`,
    sendingWords: (done: number, all: number) => `Sending the words of lesson ${done} of ${all} …`,
  },
  ...enCommands,
  /** The words inside the lessons. */
  texts: {
    comma: ', ',
    reading: (done: number, all: number) => `Reading the words of the lessons: ${done} of ${all} …`,
    found: (n: number) => `those of ${lessons(n)} can be found`,
    unread: (n: number) => `${lessons(n)} not read yet. Start the site, or run: npm run library -- publish`,
    noTable:
      'The words inside the lessons cannot be found: the project has no table for them. Run: npm run library -- setup',
    pictures: (n: number, names: string) =>
      `The pages of ${lessons(n)} are pictures, or in fonts that do not tell their letters, so that their words cannot be found: ${names}. A PDF saved by the program it was written in has words.`,
    locked: (n: number, names: string) =>
      `${lessons(n)} ${n === 1 ? 'asks' : 'ask'} for a password; ${their(n)} words cannot be found: ${names}. Save the PDF without one.`,
    broken: (n: number, names: string) =>
      `${lessons(n)} cannot be read as PDF; ${their(n)} words cannot be found: ${names}. Open the file and save it once more.`,
    slow: (n: number, names: string) =>
      `${lessons(n)} took too long to read, on one page at least; the words there cannot be found: ${names}. Save the PDF smaller.`,
  },
  error: {
    usage: (message: string) => `${message}\nSee: npm run library -- help`,
    unknownCommand: (name: string) => `There is no command ${shown(name)}.`,
    wrongOption: (name: string, value: string) => `${name} cannot be ${shown(value)}.`,
    unknownOption: (name: string) => `There is no option ${shown(name)}.`,
    needsValue: (name: string) => `After ${name} a value is missing.`,
    takesNoValue: (name: string) => `${name} takes no value.`,
    tooMany: (text: string) =>
      `${shown(text)} is one word too many. A name with spaces is put in quotation marks.`,
    noKey: (endpoint: string) =>
      `The site reads its library from ${shown(endpoint)}. To publish there set APPWRITE_API_KEY to a key of that project.`,
    unreachable: (endpoint: string) =>
      `${shown(endpoint)} cannot be reached. Check the address and the network, then run the command again.`,
    siteStopped: 'The site stopped answering in the middle. Run the same command again.',
    unauthorized:
      'The backend does not accept the key. Check APPWRITE_API_KEY. The key needs read and write for databases, tables, columns, indexes, rows, buckets and files.',
    noProject: (endpoint: string) =>
      `There is no such project at ${shown(endpoint)}. Compare APPWRITE_PROJECT_ID with the project’s id in Appwrite’s console (Overview), and APPWRITE_ENDPOINT with the API endpoint beside it.`,
    proxy: (endpoint: string, status: string) =>
      `${shown(endpoint)} does not answer: the server in front of it says “${shown(status)}”. Run the command again in some minutes; if it stays so, ask who runs that server.`,
    proxyLimit:
      'A server in front of Appwrite refuses uploads of this size. It must let requests of at least 6 MB through (nginx: client_max_body_size); ask who runs it.',
    missingScope: (scope: string) =>
      `The key may not do this: it lacks the scope ${scope}. Add it to the key in Appwrite’s console (API keys).`,
    noVersion: (endpoint: string) =>
      `${shown(endpoint)} is not an API endpoint: it must end in /v1. Set APPWRITE_ENDPOINT to the endpoint of Appwrite’s console.`,
    notSetUp:
      'That project has no tables or bucket for Minbar, or they have other ids. Prepare it: npm run library -- setup',
    interrupted: 'Interrupted. Run the same command again.',
    diskFull,
    taken: (dataDir: string, holder: LockOwner | null) => {
      const number = holder ? ` (process ${holder.pid} on ${shown(holder.host)})` : '';
      return holder?.what === 'site'
        ? `The site is running on ${shown(dataDir)}${number}. Stop it first (Ctrl-C), then run the command again. Nothing was changed.`
        : `${shown(dataDir)} is in use by ${holder ? `“npm run library -- ${holder.what}”` : 'another program'}${number}. Wait until it has finished, then run the command again. Nothing was changed.`;
    },
    /** What the system says of a file or folder, by its code. */
    file: {
      ENOENT: (path: string) => `${shown(path)} is not there (any more). Check the name and the disk.`,
      ENOTDIR: (path: string) =>
        `${shown(path)} cannot be used: a part of this path is a file, not a folder.`,
      EISDIR: (path: string) => `${shown(path)} is a folder; a file is needed here.`,
      EEXIST: (path: string) => `${shown(path)} is there already. Move it away, or choose another name.`,
      EACCES: (path: string) => `This user may not read or write ${shown(path)}. Check its permissions.`,
      EROFS: (path: string) => `${shown(path)} is on a disk that can only be read.`,
      EIO: (path: string) =>
        `The disk of ${shown(path)} cannot be read or written. Check that it is connected and in order.`,
      ENAMETOOLONG: (path: string) =>
        `The name ${shown(path)} is too long for this disk. Choose a shorter one.`,
      ENOSPC: diskFull,
      EFBIG: (path: string) =>
        `The disk of ${shown(path)} takes no file that large, as those formatted as FAT32 (4 GB at most). Choose a disk formatted as exFAT or NTFS; where a limit was set for this user (ulimit -f), have it raised.`,
      EBUSY: (path: string) => `${shown(path)} is in use by another program. Close it there, then try again.`,
      EMFILE: () =>
        'Too many files are open on this computer. Close some programs, then run the command again.',
      EAGAIN: () =>
        'This computer has no room for another program at the moment: too many run, or its memory is full. Close some programs, then run the command again.',
      ELOOP: (path: string) => `${shown(path)} is a link that leads back to itself. Delete the link.`,
    } as Record<string, (path: string) => string>,
    system: (path: string, code: string) =>
      `The system does not allow what is needed with ${shown(path)}. Check the file and its disk. (The system’s word for it: ${code})`,
    filesMissing: (count: number, folder: string) =>
      `The database knows ${count === 1 ? '1 file' : `${count} files`}, but ${shown(folder)} is empty. Is its disk connected? Nothing was changed. If the files are lost, bring back your last backup: npm run library -- restore FILE`,
    newerData: (dataDir: string, program: string) =>
      `The data in ${shown(dataDir)} was written by a newer Minbar${program && ` (${program})`} than this one. Run the newer one (npx minbar@latest, or the newer source code). Nothing was changed.`,
    databaseDamaged: (dataDir: string) =>
      `The database in ${shown(dataDir)} is damaged. Bring back your last backup: npm run library -- restore FILE`,
    databaseClosed: (path: string) =>
      `${shown(path)} cannot be opened. Check that this user may read and write it, and everything in its folder.`,
    backendFault:
      'Something went wrong in the backend itself. The terminal in which the site runs says more. Run: npm run library -- doctor',
    unreadableFile:
      'A stored file of the library cannot be read. To see which one, and what to do: npm run library -- verify',
    other: (message: string) => `Unexpected error: ${message}`,
  },
  help: `npm run library -- COMMAND

  publish [FOLDER]    show what would change, ask, publish
  undo [NUMBER]       take back the last publication, or the one with this number
  history             what was published when, each with its number
  backup FILE         the whole site in one archive, checked
  restore FILE        bring back the site of a backup
  verify              read every file and compare it with what was published
  doctor              check everything and say what to fix
  setup               prepare a project on Appwrite
  move --to TARGET    copy everything to "appwrite" or "embedded"

  --lang en|ar        the language of the messages
  --yes               do not ask
  --dry-run           show only
  --remove N          confirm the removal of exactly N lessons
  --json              with doctor: the findings for a program
  --repair            with verify: send damaged files again
  --all               show long lists in full

Exit codes: 0 done (or nothing to do), 1 it failed, 2 used wrongly, 3 not agreed to,
4 the number of removals was not given, 5 done, but something needs attention.`,
};

/** What a catalogue holds; every language has all of it. */
export type Messages = typeof en;
