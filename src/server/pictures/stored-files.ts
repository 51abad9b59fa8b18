import type { Kept } from '#backend/kept.ts';
import { isId } from '#backend/request/ids.ts';
import { filePlace, storeFolders } from '#backend/storage/file-layout.ts';
import { type BackendSettings, embeddedEndpoint } from '#settings/config.ts';
import type { FetchApp } from '../lesson/lesson-app.ts';
import type { LessonFiles } from './lesson-drawings.ts';

export interface StoredFilesOptions {
  backend: FetchApp;
  dataDir: string;
  kept: Kept;
  ids: Pick<BackendSettings, 'projectId' | 'bucketId'>;
}

/** The files of the embedded backend where they lie, as far as any visitor may read them. */
export function storedFiles({ backend, dataDir, kept, ids }: StoredFilesOptions): LessonFiles {
  const { projectId, bucketId } = ids;
  const bucket = `${embeddedEndpoint}/storage/buckets/${encodeURIComponent(bucketId)}`;
  const folders = storeFolders(dataDir);
  const paths = kept.shelf<{ path: string | undefined }>('path', () => 200);
  return {
    async path(fileId) {
      if (!isId(fileId)) return undefined;
      const known = paths.find(fileId);
      if (known) return known.path;
      const version = kept.version();
      const address = new URL(`${bucket}/files/${fileId}/view`, 'http://localhost');
      address.searchParams.set('project', projectId);
      const { ok } = await backend.fetch(new Request(address, { method: 'HEAD' }), {});
      const path = ok ? filePlace(folders, bucketId, fileId).path : undefined;
      paths.keep(fileId, { path }, version);
      return path;
    },
  };
}
