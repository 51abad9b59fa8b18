import type { LockOwner } from '#backend/data-folder.ts';
import { MAX_HOSTED_TOTAL } from '#contract/limits.ts';

const lessons = (n: number) => (n === 1 ? '1 lesson' : `${n} lessons`);

/** Problems of a folder or disk; `elsewhere` shows how to choose another folder. */
const fileTroubles = (elsewhere: string) => ({
  folderIsFile: (path: string) =>
    `${path} cannot be created, because it or a folder above it is a file. Move the file, or choose another folder: ${elsewhere}`,
  folderRefused: (path: string) =>
    `This user is not allowed to read or write ${path}. Grant it permission, or choose another folder: ${elsewhere}`,
  diskFull: (path: string) => `The disk of ${path} is full. Free some space and try again. No data was lost.`,
  /** The disk returns errors. */
  unreadable: (path: string) =>
    `The disk of ${path} cannot be read or written. Check that it is connected and in order, and try again.`,
});

/** Messages of the running site to its owner, in English. Messages about the library are in `#library`. */
export const en = {
  ready: (url: string) => `Minbar is running at ${url}`,
  serves: (n: number, libraryDir: string, dataDir: string) =>
    `It serves ${lessons(n)} from ${libraryDir}; its data is in ${dataDir}.`,
  servesHosted: (n: number, endpoint: string) =>
    `It serves ${n === MAX_HOSTED_TOTAL ? `${n} lessons or more` : lessons(n)} from the backend at ${endpoint}.`,
  /** Reasons why visitors find no lesson in the hosted project at `endpoint`; `site` is the site's address. */
  hostedFault: {
    silent: (endpoint: string, _site: string) =>
      `It serves the library of ${endpoint}, which does not answer now. When it answers, the site shows the lessons by itself.`,
    private: (endpoint: string, _site: string) =>
      `Visitors may not read the lessons at ${endpoint}. In Appwrite’s console, give the role “any” the permission to read both tables and the bucket.`,
    otherSite: (endpoint: string, site: string) =>
      `${endpoint} refuses the pages of this site, so every search in a browser fails. In Appwrite’s console, add a web platform with the host name ${new URL(site).hostname}.`,
  },
  /** Another process has locked the data folder. */
  taken: (dataDir: string, holder: LockOwner | null) => {
    const number = holder ? ` (process ${holder.pid} on ${holder.host})` : '';
    if (holder?.what === 'site') {
      const where = holder.site ? ` at ${new URL(holder.site.endpoint).origin}` : '';
      return `A site is already running on ${dataDir}${where}${number}. Stop it first (Ctrl-C), or set DATA_DIR to another folder for this one. Nothing was changed.`;
    }
    const owner = holder ? `“npm run library -- ${holder.what}”` : 'another program';
    return `${dataDir} is in use by ${owner}${number}. Start the site when it has finished. Nothing was changed.`;
  },
  portTaken: (port: number) =>
    `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
  portRefused: (port: number) =>
    `You do not have permission to use port ${port}. Choose one above 1023: PORT=3000 npm start`,
  noAddress: (host: string) =>
    `HOST=${host} is not an address of this machine. Use localhost, 0.0.0.0 for all its addresses, or one of them.`,
  /** Printed at the start if the limit of open files allows fewer connections than the site would accept. */
  fewFiles: (files: number, connections: number, enough: number) =>
    `This system lets the site open ${files} files, so it takes ${connections} connections at a time. When more come, it closes an idle one. For 2,000 connections, allow ${enough} files (ulimit -n, or LimitNOFILE in a service file).`,
  ...fileTroubles('DATA_DIR'),
  damaged: (dataDir: string) =>
    `The database in ${dataDir} is damaged (minbar.db). Restore your last backup: npm run library -- restore FILE. If you have none, move the folder away and start again: your lessons are published again from their folder.`,
  /** The data folder was written by a later version of the program. */
  newer: (dataDir: string, program: string) =>
    `The data in ${dataDir} was written by a newer version of Minbar${program && ` (${program})`}. Run that version (npx minbar@latest, or the newer source code), or choose another folder: DATA_DIR. Nothing was changed.`,
  /** Printed once, when the keys are created; `path` stores them. */
  generatedKeys: (names: string, path: string) =>
    `Created at this first start and shown only once: ${names}. They are stored in ${path}. For new ones, delete that file and start again.`,
  /** Any other error of opening; `message` is an English sentence. */
  notOpened: (dataDir: string, message: string) => `The data folder ${dataDir} cannot be opened: ${message}`,
  /** A row of the library that cannot be shown to visitors; `reason` is the site's own error. */
  skipped: (id: string, reason: string) =>
    `The row ${id} of the library cannot be shown to visitors: ${reason}. For details: npm run library -- doctor`,
  /** The backend does not respond; visitors notice it only on uncached pages. */
  away: (reason: string) =>
    `The backend does not answer: ${reason}. Visitors see saved pages. When it answers again, the site recovers by itself.`,
  back: 'The backend answers again.',
  /** Logged once: all visitors behind a proxy would share the limits of one address. */
  untrustedProxy:
    'A request came with X-Forwarded-For, but TRUST_PROXY is not set. If this site is behind a proxy, set TRUST_PROXY=1 in .env and start again: otherwise all visitors share the limits of one.',
  /** Printed by `node minbar.mjs --help` in a checkout. */
  usage: `Usage: node minbar.mjs [COMMAND]

  start     builds the site if something changed, and serves it; the default
            (--make-content creates the content folder first, if there is none)
  dev       serves the site from its sources and restarts it after changes
  build     builds the site without serving it
  library   runs a command of the owner: node minbar.mjs library help

Settings: docs/settings.md`,
  /** Messages of building the site from its sources. */
  build: {
    done: 'The site is built.',
    unchanged: 'The site is already built; nothing has changed since.',
    failed: 'The build failed. See the errors above.',
    noTools: 'The build tools are missing. Run: npm ci --include=dev',
  },
  /** Messages of `npm run dev`. */
  dev: {
    changed: (path: string) => `${path} changed: restarting.`,
    stopped: 'The site has stopped. It restarts after the next change.',
  },
  /** Messages and questions of `npx minbar` before a site exists. */
  newSite: {
    usage:
      'Usage: npx minbar [new FOLDER] [--yes] [--no-start] [--version]. In the folder of a site, "npx minbar" starts it.',
    language: 'Which language do you read: en or ar? بأي لغة تقرأ: en أم ar؟',
    wrongLanguage: 'Type en or ar. اكتب en أو ar.',
    preacherName: { en: 'The imam’s name in English:', ar: 'The imam’s name in Arabic:' },
    centerName: {
      en: 'The mosque or center in English, with “the” if it takes one:',
      ar: 'The mosque or center in Arabic:',
    },
    longName: (max: number) => `The name is too long: ${max} characters at most.`,
    port: 'The port the site listens on:',
    wrongPort: 'Type a number from 1 to 65535.',
    nobody:
      'This terminal is not interactive, so no questions can be asked. Run "npx minbar" in an interactive terminal, or "npx minbar --yes" to take the default answers; you can change them later in content/site.json.',
    stopped: 'Canceled. Nothing was created.',
    notEmpty: (folder: string, name: string) =>
      `${folder} already contains other files, such as "${name}". Choose an empty folder: npx minbar new FOLDER`,
    ...fileTroubles('npx minbar new FOLDER'),
    brokenManifest: (folder: string) =>
      `package.json in ${folder} is not valid JSON. Correct it, or choose another folder: npx minbar new FOLDER`,
    /** The folder, and the file name, of the first category. */
    firstCategory: 'Lessons',
    settings: (port: number) =>
      `# Settings of this site.\nPORT=${port}\n# The public address, when the site has one:\n# SITE_URL=https://example.org`,
    readme: (category: string) =>
      `# Your site\n\n- Start it: \`npm start\`. Stop it: Ctrl-C.\n- Publish a lesson: put its PDF into \`content/library/${category}\`. A folder is a category, the file’s name is the title. While the site runs, that is all.\n- Names, texts and logo: \`content/site.json\`, then start again. Before you tell people about the site, change its address and welcome text.\n- Back up: \`npm run library -- backup minbar-backup.tar.gz\`.\n- Check the site: \`npm run library -- doctor\`.\n- Update: \`npx minbar@latest\` in this folder. Your lessons and texts stay.`,
    notInstalled: (folder: string) =>
      `Minbar could not be installed in ${folder}. It runs now; before the next "npm start", run "npm install" there.`,
    created: (folder: string, category: string) =>
      `Your site is in ${folder}\nTo publish a lesson, put its PDF into content/library/${category} there; it appears in seconds.\nBefore you tell people about the site, change the address and the welcome text in content/site.json: they are only samples.\nNext time, in that folder: npm start`,
  },
};

/** The type of a catalog; every language has all entries. */
export type Messages = typeof en;
