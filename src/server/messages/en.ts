import type { Holder } from '#backend/data-folder/holder.ts';
import { hostedTotalLimit } from '#contract/hosted-total.ts';

const lessons = (n: number) => (n === 1 ? '1 lesson' : `${n} lessons`);

/** Every sentence that the running site says to its owner, in English. What it says of the library is `#publisher`'s. */
export const en = {
  ready: (url: string) => `Minbar is at ${url}`,
  serves: (n: number, libraryDir: string, dataDir: string) =>
    `It serves ${lessons(n)} from ${libraryDir}; its data is in ${dataDir}.`,
  servesHosted: (n: number, endpoint: string) =>
    `It serves ${n === hostedTotalLimit ? `${n} lessons or more` : lessons(n)} of the backend at ${endpoint}.`,
  /** Another process has the data folder. */
  taken: (dataDir: string, holder: Holder | null) => {
    const number = holder ? ` (process ${holder.pid} on ${holder.host})` : '';
    if (holder?.what === 'site') {
      const where = holder.site ? ` at ${new URL(holder.site.endpoint).origin}` : '';
      return `A site is already running on ${dataDir}${where}${number}. Stop it first (Ctrl-C), or give this one a folder of its own: DATA_DIR. Nothing was changed.`;
    }
    const who = holder ? `“npm run library -- ${holder.what}”` : 'another program';
    return `${dataDir} is in use by ${who}${number}. Start the site when it has finished. Nothing was changed.`;
  },
  portTaken: (port: number) =>
    `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
  portRefused: (port: number) =>
    `This user may not listen on port ${port}. Choose one above 1023: PORT=3000 npm start`,
  noAddress: (host: string) =>
    `HOST=${host} is not an address of this machine. Use localhost, 0.0.0.0 for all its addresses, or one of them.`,
  folderIsFile: (dataDir: string) =>
    `The data folder ${dataDir} cannot be made, because it or a folder above it is a file. Move the file away, or choose another folder: DATA_DIR.`,
  folderRefused: (dataDir: string) =>
    `This user may not read or write the data folder ${dataDir}. Give it the right to, or choose another folder: DATA_DIR.`,
  diskFull: (dataDir: string) =>
    `The disk of the data folder ${dataDir} is full. Make room and start again; nothing is lost.`,
  damaged: (dataDir: string) =>
    `The database in ${dataDir} is damaged (minbar.db). Bring back your last backup: npm run library -- restore FILE. If you have none, move the folder away and start again: your lessons are published anew from their own folder.`,
  /** The disk answers with errors. */
  unreadable: (dataDir: string) =>
    `The disk of the data folder ${dataDir} cannot be read or written. Check that it is connected and in order, and start again.`,
  /** Any other reason the backend gives; `message` is an English sentence. */
  notOpened: (dataDir: string, message: string) => `The data folder ${dataDir} cannot be opened: ${message}`,
  /** A row of the library that visitors are not shown; `reason` is the site's own error. */
  skipped: (id: string, reason: string) =>
    `The entry ${id} of the library cannot be shown to visitors: ${reason}. For more: npm run library -- doctor`,
  /** The backend does not answer; visitors notice it only on pages that nobody asked for before. */
  away: (reason: string) =>
    `The backend does not answer: ${reason}. Visitors are shown what was kept; this needs nothing from you when the backend comes back.`,
  back: 'The backend answers again.',
};

/** What a catalogue holds; every language has all of it. */
export type Messages = typeof en;
