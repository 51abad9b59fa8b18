/** The tables of the file store, for the list of migrations. */
export const storageTables = `CREATE TABLE storage_buckets (
     id TEXT PRIMARY KEY,
     created TEXT NOT NULL,
     updated TEXT NOT NULL,
     settings TEXT NOT NULL
   ) STRICT;
   CREATE TABLE storage_files (
     sequence INTEGER PRIMARY KEY AUTOINCREMENT,
     bucket_id TEXT NOT NULL REFERENCES storage_buckets (id) ON DELETE RESTRICT,
     id TEXT NOT NULL,
     created TEXT NOT NULL,
     updated TEXT NOT NULL,
     permissions TEXT NOT NULL,
     name TEXT NOT NULL,
     folder TEXT NOT NULL,
     size INTEGER NOT NULL,
     chunks_total INTEGER NOT NULL,
     chunks_uploaded INTEGER NOT NULL DEFAULT 0,
     mime_type TEXT NOT NULL DEFAULT '',
     signature TEXT NOT NULL DEFAULT '',
     sha256 TEXT NOT NULL DEFAULT '',
     UNIQUE (bucket_id, id)
   ) STRICT;
   CREATE TABLE storage_chunks (
     file INTEGER NOT NULL REFERENCES storage_files (sequence) ON DELETE CASCADE,
     chunk INTEGER NOT NULL,
     PRIMARY KEY (file, chunk)
   ) STRICT, WITHOUT ROWID`;
