import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../errors.ts';
import type { Visit } from '../visit.ts';
import { filePlace, type StoreFolders } from './file-layout.ts';
import { createPictureProcess, type PictureOrder } from './picture-process.ts';
import { type PreviewRequest, previewName } from './preview-request.ts';
import type { StoredFile } from './stored-file.ts';
import { createTurns } from './turns.ts';

/** Pictures kept of one file; an older one makes room. */
const mostVariants = 16;
/** A larger PDF would take several times its size in memory to be drawn. */
const largestDrawn = 100 * 1024 * 1024;

/** A picture on disk. */
export interface Preview {
  readonly path: string;
  readonly size: number;
  readonly modified: Date;
  /** Whether it was there already. */
  readonly kept: boolean;
}

export interface Previews {
  /** The picture of a file, made on the first request for it, when that is the visitor's turn. */
  find(file: StoredFile, request: PreviewRequest, visit?: Visit): Promise<Preview>;
  close(): void;
}

function folderOf(folders: StoreFolders, file: StoredFile): string {
  return join(folders.previews, file.sha256.slice(0, 2), file.sha256);
}

async function existing(path: string): Promise<Omit<Preview, 'kept'> | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && { path, size: found.size, modified: found.mtime };
}

async function dropOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= mostVariants) return;
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  dated.sort((a, b) => a.at - b.at);
  for (const { name } of dated.slice(0, names.length - mostVariants)) await rm(join(folder, name));
}

/** Removes the pictures of a file that is gone; another file with the same bytes gets new ones when asked. */
export async function discardPreviews(folders: StoreFolders, file: StoredFile): Promise<void> {
  if (file.sha256 !== '') await rm(folderOf(folders, file), { recursive: true, force: true });
}

/** Makes and keeps pictures of files, one at a time, so that pages never wait for them. */
export function createPreviews(folders: StoreFolders): Previews {
  const painter = createPictureProcess();
  const turns = createTurns();

  const kindOf = (file: StoredFile): PictureOrder['kind'] => {
    if (file.mimeType === 'application/pdf') return file.size <= largestDrawn ? 'pdf' : 'cover';
    return file.mimeType.startsWith('image/') ? 'image' : 'cover';
  };

  async function draw(file: StoredFile, request: PreviewRequest): Promise<Uint8Array> {
    const { path } = filePlace(folders, file.bucketId, file.id);
    const { picture, fault } = await painter.paint({ kind: kindOf(file), path, request });
    if (fault) console.warn(`no picture can be made of ${file.bucketId}/${file.id}: ${fault}`);
    return picture;
  }

  async function make(file: StoredFile, request: PreviewRequest, path: string): Promise<void> {
    const picture = await draw(file, request);
    await mkdir(folderOf(folders, file), { recursive: true, mode: 0o750 });
    // Renamed into place, so that a kill leaves no half picture that would be served for ever.
    const unfinished = join(folders.previews, 'unfinished');
    await writeFile(unfinished, picture, { mode: 0o640, flush: true });
    await rename(unfinished, path);
    await dropOldest(folderOf(folders, file));
  }

  return {
    async find(file, request, visit) {
      const path = join(folderOf(folders, file), previewName(request));
      const found = await existing(path);
      if (found) return { ...found, kept: true };
      const makeOnce = () =>
        turns.take('', async () => {
          if (!(await existing(path))) await make(file, request, path);
        });
      await (visit ? visit.drawing(makeOnce) : makeOnce());
      const made = await existing(path);
      if (!made) throw new ApiError('storage_file_not_found');
      return { ...made, kept: false };
    },
    close: painter.close,
  };
}
