import { isAbsolute, join, resolve } from 'node:path';
import { readJson, saveJson } from './json-file.ts';

export interface LessonFolderSettings {
  /** The project's folder. */
  root: string;
  dataDir: string;
  /** `LIBRARY_DIR`; if set, it is always the lesson folder. */
  libraryDir: string | undefined;
  /** The library that the folder belongs to: `embedded`, or the endpoint of a hosted one. */
  library: string;
}

const pathIn = (dataDir: string) => join(dataDir, 'lesson-folder.json');
const usual = (root: string) => resolve(root, 'content/library');

/** Returns the lesson folder of a library: `LIBRARY_DIR`, else the last one published by name, else the default. */
export function lessonFolder({ root, dataDir, libraryDir, library }: LessonFolderSettings): string {
  if (libraryDir) return resolve(root, libraryDir);
  return remembered(dataDir)[library] ?? usual(root);
}

/**
 * Stores the library's folder for publishing, undo and the watch. Returns false if
 * `LIBRARY_DIR` names another one.
 */
export function rememberLessonFolder(settings: LessonFolderSettings, folder: string): boolean {
  if (lessonFolder(settings) === folder) return true;
  const { root, dataDir, libraryDir, library } = settings;
  if (libraryDir) return false;
  const { [library]: _, ...others } = remembered(dataDir);
  const folders = folder === usual(root) ? others : { ...others, [library]: folder };
  saveJson(pathIn(dataDir), folders);
  return true;
}

function remembered(dataDir: string): Record<string, string> {
  const entries = Object.entries(Object(readJson(pathIn(dataDir))));
  return Object.fromEntries(
    entries.flatMap(([library, folder]) =>
      typeof folder === 'string' && isAbsolute(folder) ? [[library, folder]] : [],
    ),
  );
}
