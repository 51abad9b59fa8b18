import { fittedName } from '../folder/lesson-name.ts';

/** Characters (code points) that Appwrite takes for the name of a file when it is renamed. */
const longest = 128;

/** The name a lesson's file is stored under: the lesson's own, cut where it is longer than Appwrite takes. */
export function storedName(fileName: string): string {
  return fittedName(fileName, (name) => [...name].length <= longest);
}
