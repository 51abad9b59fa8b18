import { isAbsolute, join, resolve } from 'node:path';
import { readJson, saveJson } from './json-file.ts';

export interface LessonFolderSettings {
  /** The folder with `content/`; see `ownersFolder`. */
  root: string;
  dataDir: string;
  /** `LIBRARY_DIR`; if set, it is always the lesson folder. */
  libraryDir: string | undefined;
  /** The library that the folder belongs to: `embedded`, or endpoint and id of a hosted project. */
  library: string;
}

const recordPath = (dataDir: string) => join(dataDir, 'lesson-folder.json');
const defaultFolder = (root: string) => resolve(root, 'content/library');

/** Returns the lesson folder of a library: `LIBRARY_DIR`, else the folder last named in a `publish` command, else the default. */
export function lessonFolder({ root, dataDir, libraryDir, library }: LessonFolderSettings): string {
  if (libraryDir) return resolve(root, libraryDir);
  return readFolders(dataDir)[library] ?? defaultFolder(root);
}

/** Saves the folder for later publications, undos and the watch. Saves nothing and returns false if `LIBRARY_DIR` names another folder. */
export function saveLessonFolder(settings: LessonFolderSettings, folder: string): boolean {
  if (lessonFolder(settings) === folder) return true;
  const { root, dataDir, libraryDir, library } = settings;
  if (libraryDir) return false;
  const { [library]: _, ...otherFolders } = readFolders(dataDir);
  const folders = folder === defaultFolder(root) ? otherFolders : { ...otherFolders, [library]: folder };
  saveJson(recordPath(dataDir), folders);
  return true;
}

/** Returns the stored folders by library, without invalid entries. */
function readFolders(dataDir: string): Record<string, string> {
  const entries = Object.entries(Object(readJson(recordPath(dataDir))));
  return Object.fromEntries(
    entries.flatMap(([library, folder]) =>
      typeof folder === 'string' && isAbsolute(folder) ? [[library, folder]] : [],
    ),
  );
}
