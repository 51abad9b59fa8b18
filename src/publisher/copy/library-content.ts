/** A row as it is copied: the columns by name (a relationship as the related row's id), the id and the dates. */
export interface RawRow {
  $id: string;
  $createdAt: string;
  $updatedAt: string;
  [column: string]: unknown;
}

export interface FileInfo {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Of the content, where the backend tells it. */
  md5?: string;
}

/** A whole library that can be read: a backend, or a backup. */
export interface LibrarySource {
  /** Rows by the table's id in `appwrite.config.json`. */
  rows(table: string): Promise<RawRow[]>;
  files(): Promise<FileInfo[]>;
  /** The bytes of a file, or null when there is none. */
  open(fileId: string): Promise<ReadableStream<Uint8Array> | null>;
}
