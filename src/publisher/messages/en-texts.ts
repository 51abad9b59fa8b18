import { lessons } from './en-counts.ts';

const their = (n: number) => (n === 1 ? 'its' : 'their');

/** What is said of the words inside the lessons, in English. */
export const enTexts = {
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
};
