export type Action = 'create' | 'update' | 'upsert' | 'delete';
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

interface AnyChange {
  readonly action: Action;
  /** The row, file or bucket as the API shows it; relationship columns are left out of updates and deletes. */
  readonly payload: { readonly [key: string]: Json };
  /** Roles that may read it, such as `any`. */
  readonly readers: readonly string[];
}
export interface RowChange extends AnyChange {
  readonly kind: 'row';
  readonly databaseId: string;
  readonly tableId: string;
  readonly rowId: string;
}
export interface FileChange extends AnyChange {
  readonly kind: 'file';
  readonly bucketId: string;
  readonly fileId: string;
}
/** A bucket's settings: others may read its files now. Visitors are not told, so `readers` is empty. */
export interface BucketChange extends AnyChange {
  readonly kind: 'bucket';
  readonly bucketId: string;
}
/** Something that was committed to the database or the storage. */
export type Change = RowChange | FileChange | BucketChange;

export interface ChangeFeed {
  /** Tells every listener, in order. Call it only after the commit. */
  emit(change: Change): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (change: Change) => void): () => void;
}

export function createChangeFeed(): ChangeFeed {
  const listeners = new Set<(change: Change) => void>();
  return {
    emit(change) {
      for (const listener of listeners) {
        try {
          listener(change);
        } catch (error) {
          // The write is committed: a failing listener must not turn its answer into an error.
          console.error('a listener of changes failed:', error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
