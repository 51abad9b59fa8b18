import { join } from 'node:path';
import type { Client } from 'appwrite';
import type { Backend } from '#backend/backend.ts';
import type { Kept } from '#backend/kept.ts';
import type { Config } from '#settings/config.ts';
import { editionFolder } from './edition-folder.ts';
import { hostedFiles } from './hosted-files.ts';
import { createLessonDrawings, type LessonDrawings } from './lesson-drawings.ts';
import { createPictureStore, type PictureStore } from './picture-store.ts';
import { storedFiles } from './stored-files.ts';

/** The pictures of the site, and what is read of lessons to make them. */
export interface Pictures {
  store: PictureStore;
  drawings: LessonDrawings;
  close(): void;
}

/** Opens the pictures of a library: of the embedded backend, else of the one that the client asks. */
export function openPictures(
  { dataDir, pictureBytes: most, backend: place }: Config,
  { backend, client, kept }: { backend: Backend | undefined; client: Client; kept: Kept },
): Pictures {
  const store = createPictureStore({ folder: join(dataDir, 'pictures'), most });
  const files = backend
    ? storedFiles({ backend: backend.app, dataDir, kept, ids: place })
    : hostedFiles(client, store, place);
  const forget = backend?.onChange((change) => {
    if (change.kind !== 'file' || change.action !== 'delete') return;
    store
      .remove(editionFolder(change.fileId))
      .catch((error) => console.error('Pictures of a lesson stay:', error));
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
