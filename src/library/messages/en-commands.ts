import type { UndoFailure } from '../undo/carry-out.ts';
import { files, lessons, rows, sizeText } from './en-counts.ts';
import { shown } from './shown.ts';

/** What the other commands say than `publish`, and whatever opens the data folder. In English. */
export const enCommands = {
  undo: {
    nothing: 'There is nothing to undo.',
    noSuch: (number: number) => `There is no publication ${number}. See: npm run library -- history`,
    noFolder: (folder: string) =>
      `The folder of lessons ${shown(folder)} is not there. Is the disk connected?`,
    heading: (number: number, when: string) => `This undoes publication ${number} of ${when}.`,
    /** Headings of what happens to files of the owner's folder. */
    step: {
      folder: 'In your folder, a category with its former name',
      fetch: 'In your folder, back again',
      edition: 'In your folder, the former edition; the present one is put aside',
      move: 'In your folder, with its former name or place',
      aside: 'Put aside, in a folder that is not published',
    },
    /** Headings of what cannot be taken back. */
    left: {
      expired: 'Cannot come back: removed or replaced files are kept for 30 days',
      taken: 'Stays as it is: another file has its place in your folder',
      changed: 'Stays as it is: it was changed or moved since',
    },
    past: (number: number) =>
      `Nothing of it can be undone now. The next undo takes the publication before it; to try this one again: npm run library -- undo ${number}`,
    refused: (what: string, why: string) => `Not done: ${what}: ${why}`,
    why: {
      taken: 'another file has that place.',
      refused: 'it may not be changed. Close it in other programs, and check that you may write there.',
      changed: 'it was changed just now.',
      expired: 'its file is no longer kept.',
      diskFull: 'the disk is full.',
    } satisfies Record<Exclude<UndoFailure['why'], 'other'>, string>,
    done: 'Undone.',
    partly: (number: number) =>
      `Not everything could be undone. Put the above right, then: npm run library -- undo ${number}`,
    finished: 'An undo that was interrupted has been finished.',
  },
  history: {
    none: 'Nothing was published yet.',
    undone: 'undone later',
    partlyUndone: 'undone later in part',
    past: 'could not be undone any more',
    undo: (number: number) => `undid publication ${number}`,
    undoPart: (number: number) => `undid a part of publication ${number}`,
    undoRefused: (number: number) => `undo of publication ${number}: nothing could be taken back`,
    undoNothing: (number: number) => `undo of publication ${number}: nothing was left to take back`,
    nothing: 'no lesson changed',
    elsewhere: 'made on Appwrite by another program',
    earlier: (n: number) => `… and ${n} earlier (--all shows them)`,
  },
  doctor: {
    good: 'in order',
    bad: 'NOT in order',
    program: 'Program',
    configuration: 'Configuration',
    timeZone: (name: string) => `dates are in the time zone ${name} (timeZone in content/site.json)`,
    folder: 'Folder of lessons',
    folderMissing: (folder: string) => `${shown(folder)} is not there. Make it, or set LIBRARY_DIR.`,
    folderHolds: (n: number, attention: number) =>
      `${lessons(n)}${attention ? `; ${attention} ${attention === 1 ? 'other file or folder needs' : 'other files or folders need'} your attention (npm run library -- publish --dry-run lists them)` : ''}`,
    site: 'Site',
    siteStopped: 'not running; to start it: npm start',
    siteUnknown: 'set SITE_URL to its address, so that it can be looked at',
    siteAnswers: (url: string) => `running at ${shown(url)}`,
    siteSilent: (url: string) =>
      `it does not answer at ${shown(url)}. Stop it (Ctrl-C) and start it again: npm start`,
    backend: 'Backend',
    backendSilent: (endpoint: string, message: string) =>
      `${shown(endpoint)} does not answer: ${message}. Check the address and the network.`,
    key: 'Key',
    schema: 'Tables and bucket',
    columnsMissing: (table: string, names: readonly string[]) =>
      `the table ${shown(table)} lacks the columns ${names.join(', ')}. Run: npm run library -- setup`,
    visitors: 'As visitors see it',
    visitorsRefused: (what: string, status: number) =>
      `visitors may not read ${shown(what)} (status ${status}). In Appwrite’s console, give the role “any” the permission to read it.`,
    platformMissing: (host: string) =>
      `Appwrite refuses the site’s pages: add a web platform with the host name ${shown(host)} to the project in Appwrite’s console.`,
    storage: 'Storage',
    storageEmpty: 'no lesson yet',
    storageGood: 'every lesson can be opened',
    /** Ten names at most. */
    storageBroken: (names: readonly string[]) =>
      `visitors cannot open ${names.map(shown).join(', ')}${names.length < 10 ? '' : ' …'}: no whole file that can be read is stored. Run: npm run library -- verify`,
    rows: 'Entries of the library',
    rowsLost: (ids: readonly string[]) =>
      `visitors are not shown ${ids.slice(0, 10).map(shown).join(', ')}${ids.length > 10 ? ` and ${ids.length - 10} more` : ''}: a name or a category is missing. Publish again, which sets right what is in your folder; delete the rest.`,
    texts: 'Words of the lessons',
    disk: 'Disk space',
    diskFree: (bytes: number) => `${sizeText(bytes)} free`,
    diskFull: (bytes: number) => `only ${sizeText(bytes)} free. Make room before you publish.`,
  },
  backup: {
    copying: (done: number, all: number) => `Copying file ${done} of ${all} …`,
    checking: 'Reading the archive again and checking every file …',
    missing: (n: number) =>
      `${lessons(n)} had no file and ${n === 1 ? 'is' : 'are'} in the backup without one. See: npm run library -- verify`,
    noFolder: (folder: string) => `There is no folder ${shown(folder)}. Make it, or choose another one.`,
    done: (file: string, n: number, m: number, size: number) =>
      `Backup written and checked: ${shown(file)}, ${rows(n)}, ${files(m)}, ${sizeText(size)}.`,
    would: (file: string, n: number, m: number) =>
      `${rows(n)} and ${files(m)} would be written to ${shown(file)}.`,
    exists: (file: string) => `${shown(file)} exists already. Choose another name.`,
    noFile: 'Name the archive to write: npm run library -- backup FILE.tar.gz',
    cutFile: (what: string) =>
      `The library’s file of ${shown(what)} is not whole. Run: npm run library -- verify`,
    unreadableFile: (what: string) =>
      `The library’s file of ${shown(what)} cannot be read, so that the backup would lack it. Run: npm run library -- verify`,
    /** Why an archive cannot be used; `what` names it, or what of it. */
    fault: {
      absent: (what: string) => `There is no file ${shown(what)}.`,
      noArchive: (what: string) =>
        `${shown(what)} is not an archive, or only a part of one. Use another backup. Nothing was changed.`,
      noManifest: (what: string) =>
        `${shown(what)} is not a backup of Minbar, or one of a newer version. Nothing was changed.`,
      damaged: (what: string) =>
        `The archive is damaged: ${shown(what)} is not as it was backed up. Use another backup. Nothing was changed.`,
      noTable: (what: string) =>
        `The archive lacks the table ${shown(what)}. Use another backup. Nothing was changed.`,
      noFile: (what: string) =>
        `The archive lacks the file of the lesson ${shown(what)}. Use another backup. Nothing was changed.`,
    },
  },
  restore: {
    noFile: 'Name the backup: npm run library -- restore FILE.tar.gz',
    checking: 'Checking the archive …',
    heading: (file: string, when: string, n: number, m: number) =>
      `${shown(file)} of ${when} holds ${rows(n)} and ${files(m)}.`,
    places: (dataDir: string, folder: string) =>
      `The backup replaces the data in ${shown(dataDir)}, the lessons in ${shown(folder)} and the site’s texts, logo and glossary in ${shown('content')}. What is there now is kept in a folder beside it.`,
    copying: (done: number, all: number) => `Bringing back file ${done} of ${all} …`,
    done: 'Restored and compared with the backup. Start the site with: npm start',
    kept: (folder: string) =>
      `What was there is kept in ${shown(folder)}. Delete it when you no longer need it.`,
    unwritten: (name: string) =>
      `${shown(name)} is on the site again, but a file in your folder cannot have its name or the name of its category. The next publication would take it off the site: publish it anew under another name.`,
    hosted:
      'A backup is restored into the embedded backend. To bring it to Appwrite, restore it, then: npm run library -- move --to appwrite',
  },
  verify: {
    reading: (done: number, all: number) => `Checking file ${done} of ${all} …`,
    good: (n: number, m: number) => `All is in order: ${lessons(n)}, ${files(m)}, all checksums match.`,
    /** What is wrong in the data folder. */
    here: {
      missingFile: (name: string) => `${shown(name)} has no file. Publish again.`,
      wrongSize: (name: string) =>
        `The size noted for ${shown(name)} is not that of its file. Publish again.`,
      wrongHash: (name: string) =>
        `The content of ${shown(name)} is damaged. To store it again from your folder: npm run library -- verify --repair`,
      unreadable: (name: string) =>
        `The stored file of ${shown(name)} cannot be read; visitors cannot open it. Let the user of the site read every file in the data folder, or store this one again from your folder: npm run library -- verify --repair`,
      noCategory: (name: string) => `${shown(name)} has no category. Publish again.`,
      differs: (name: string) => `${shown(name)} is not as it was published. Publish again.`,
      notInLibrary: (name: string) => `${shown(name)} is not in the library. Publish again.`,
    },
    /** What is wrong on Appwrite. */
    there: {
      missingFile: (name: string) =>
        `On Appwrite ${shown(name)} has no file. To send it again: npm run library -- verify --repair`,
      wrongSize: (name: string) => `On Appwrite the size of ${shown(name)} is wrong. Publish again.`,
      wrongHash: (name: string) =>
        `On Appwrite the file of ${shown(name)} is damaged. To send it again: npm run library -- verify --repair`,
      unreadable: (name: string) =>
        `On Appwrite the file of ${shown(name)} cannot be read; visitors cannot open it. To send it again: npm run library -- verify --repair`,
      noCategory: (name: string) => `On Appwrite ${shown(name)} has no category. Publish again.`,
      differs: (name: string) => `On Appwrite ${shown(name)} is not as it was published. Publish again.`,
      notInLibrary: (name: string) =>
        `${shown(name)} is on Appwrite and not in the library. The next publication takes it over and shows it.`,
    },
    repaired: (name: string) => `${shown(name)} was stored again.`,
    notRepaired: (name: string, message: string) =>
      `${shown(name)} could not be sent again: the server says “${shown(message)}”. Save the lesson again in the program that made it, so that its file is another one, and publish.`,
    notWritten: (name: string) =>
      `${shown(name)} could not be stored again: its file cannot be replaced. Check that the user of the site may write everything in the data folder, and run the command again.`,
    notInFolder: (name: string) => `${shown(name)} is not in your folder; take it from a backup.`,
    unknownFile: (id: string) => `The file ${shown(id)} belongs to no lesson. It does no harm.`,
  },
  setup: {
    embedded:
      'The embedded backend needs no setup. For Appwrite set APPWRITE_ENDPOINT, APPWRITE_PROJECT_ID and APPWRITE_API_KEY.',
    created: (what: string) => `made       ${what}`,
    would: (what: string) => `to make    ${what}`,
    wouldDo: (n: number) =>
      n === 0 ? 'All is there; there is nothing to make.' : `${n} to make; nothing was changed (--dry-run).`,
    exists: (what: string) => `was there  ${what}`,
    differs: (what: string, how: string) =>
      `DIFFERS    ${what}: ${how}. Nothing was changed; correct it in the console.`,
    limited: (limit: number, [largest, ...others]: { name: string; size: number }[]) =>
      `The server takes files of up to ${sizeText(limit)}. ${
        largest
          ? `Your largest lesson, ${shown(largest.name)}, has ${sizeText(largest.size)}${others.length > 0 ? ` (${lessons(others.length)} more ${others.length === 1 ? 'is' : 'are'} too large)` : ''}. Save it smaller or split it, or have the limit raised.`
          : 'All lessons in your folder are smaller.'
      } Only who runs the server can raise it: _APP_STORAGE_LIMIT in its .env file, in bytes, then docker compose up -d; on Appwrite Cloud it belongs to the plan. Afterwards run setup again.`,
    done: (n: number) =>
      n === 0 ? 'Everything was there already; nothing was changed.' : `Done: ${n} made.`,
  },
  move: {
    noTarget: 'Name the target: npm run library -- move --to appwrite (or: --to embedded)',
    needsAppwrite:
      'Set APPWRITE_ENDPOINT, APPWRITE_PROJECT_ID and APPWRITE_API_KEY in the terminal. The key needs read and write for databases, tables, columns, indexes, rows, buckets and files.',
    from: (endpoint: string) => `From: ${shown(endpoint)}`,
    to: (endpoint: string) => `To:   ${shown(endpoint)}`,
    proving: 'Comparing every row and every file …',
    differs: (what: string) => `Not the same: ${shown(what)}. Run the command again.`,
    would: (n: number, m: number) => `${rows(n)} and ${files(m)} would be copied and compared.`,
    onlyThere: (name: string) => `Only on Appwrite, or newer there: ${shown(name)}`,
    onlyHere: (name: string) => `Only on this computer, or newer here: ${shown(name)}`,
    refused: ({ name, size, limit }: { name: string; size: number; limit: number | null }) =>
      limit === null
        ? `Left out: the file of ${shown(name)} is missing or damaged where it comes from. Run this there, then this command again: npm run library -- verify --repair`
        : `Left out: ${shown(name)} has ${sizeText(size)}, the target takes ${sizeText(limit)} at most. Save it smaller or split it and publish, or have the target’s limit raised, and run the command again. How to raise it: npm run library -- setup`,
    done: (n: number, m: number) => `Moved and compared: ${rows(n)}, ${files(m)}, all checksums match.`,
  },
  /** What a killed process left in the data folder. */
  swept: {
    lost: (file: string) =>
      `Stored files: ${shown(file)} is not on the disk any more, and was taken out. Publish again: npm run library -- publish`,
    unfinished: (file: string) =>
      `Stored files: an upload of ${shown(file)} that was not finished was removed. Publishing sends it again.`,
    part: (file: string) => `Stored files: what was left of an upload (${shown(file)}) was removed.`,
    aside: ({ file, folder, days }: { file: string; folder: string; days: number }) =>
      `Stored files: no lesson names ${shown(file)}. It was put aside in ${shown(folder)} and is kept there for ${days} days.`,
  },
  /** Data of an older program is brought up to date. */
  upgrade: {
    copied: (path: string) =>
      `The data was written by an older Minbar and is brought up to date now. A copy as it was is kept: ${shown(path)}`,
    indexed: (percent: number) => `The library is indexed anew: ${percent} % done …`,
  },
};
