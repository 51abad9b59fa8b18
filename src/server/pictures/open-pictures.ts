import type { Client } from 'appwrite';
import type { Backend } from '#backend/backend.ts';
import type { Kept } from '#backend/kept.ts';
import { editionFolder } from '#backend/storage/file-layout.ts';
import type { Config } from '#settings/config.ts';
import { hostedFiles } from './hosted-files.ts';
import { createLessonDrawings, type LessonDrawings } from './lesson-drawings.ts';
import type { PictureStore } from './picture-store.ts';
import { storedFiles } from './stored-files.ts';

/** The pictures of the site, and what is read of lessons to make them. */
export interface Pictures {
  store: PictureStore;
  drawings: LessonDrawings;
  close(): void;
}

export interface PicturesOptions {
  store: PictureStore;
  backend: Backend | undefined;
  client: Client;
  kept: Kept;
}

/** Opens the pictures of a library: of the embedded backend, else of the one that the client asks. */
export function openPictures(
  { dataDir, backend: place }: Config,
  { store, backend, client, kept }: PicturesOptions,
): Pictures {
  const files = backend
    ? storedFiles({ backend: backend.app, dataDir, kept, ids: place })
    : hostedFiles(client, store, place);
  const forget = backend?.onChange((change) => {
    if (change.kind === 'file' && change.action === 'delete') store.forget(editionFolder(change.fileId));
  });
  return {
    store,
    drawings: createLessonDrawings({ store, files, kept }),
    close() {
      forget?.();
      store.close();
    },
  };
}
