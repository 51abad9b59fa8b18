import type { BackendContext } from '../context.ts';
import { keptOf } from '../kept.ts';
import { prepareFolders } from './file-disk.ts';
import { storeFolders } from './file-layout.ts';
import { createFileBodies } from './file-pieces.ts';
import type { FindPreview } from './preview.ts';
import { createBucketTable, createFileTable } from './storage-tables.ts';
import { type Swept, sweepStore, sweepUnfinished } from './sweep.ts';

/** The file store: what is known of buckets and files, and where their bytes are. */
export type Storage = ReturnType<typeof openStorage>;

export interface StorageOptions {
  /** Is told what a killed process left in the file store and was set right. */
  readonly onSwept?: (swept: Swept) => void;
  /** Draws previews; without it there are none. */
  readonly findPreview?: FindPreview;
}

const hour = 3600 * 1000;
const reportSweep = (error: unknown) =>
  console.error('file store: unfinished uploads could not be removed:', error);

/**
 * Opens the store on the data folder: brings the buckets of the schema file up to date and sweeps what a killed
 * process left over, which `onSwept` is told. Throws `FilesMissing` when the database knows files but their folder is gone.
 */
export function openStorage(context: BackendContext, { onSwept = () => {}, findPreview }: StorageOptions) {
  const { database, schema, dataDir } = context;
  const folders = storeFolders(dataDir);
  const files = createFileTable(database);
  const buckets = createBucketTable(database);
  for (const bucket of schema.buckets.values()) buckets.save(bucket);
  prepareFolders(folders);
  for (const swept of sweepStore(folders, files, new Date())) onSwept(swept);
  const sweep = () => sweepUnfinished({ folders, files }, new Date(), onSwept).catch(reportSweep);
  const hourly = setInterval(sweep, hour).unref();
  return {
    ...context,
    folders,
    files,
    buckets,
    findPreview,
    /** Makes the bodies of answers that are bytes of files. */
    bodyOf: createFileBodies(keptOf(database)),
    close: () => clearInterval(hourly),
  };
}
