export type Action = 'create' | 'update' | 'upsert' | 'delete';
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Something that was committed to the database or the storage. Of a bucket's settings nobody is told. */
export type Change = {
  readonly action: Action;
  /** The row or file as the API shows it; relationship columns are left out of updates and deletes. */
  readonly payload: { readonly [key: string]: Json };
  /** Roles that may read it, such as `any`. */
  readonly readers: readonly string[];
} & (
  | { readonly kind: 'row'; readonly databaseId: string; readonly tableId: string; readonly rowId: string }
  | { readonly kind: 'file'; readonly bucketId: string; readonly fileId: string }
);

export type ChangeFeed = ReturnType<typeof createChangeFeed>;

export function createChangeFeed() {
  const listeners = new Set<(change: Change) => void>();
  return {
    /** Tells every listener, in order. Call it only after the commit. */
    emit(change: Change): void {
      for (const listener of listeners) {
        try {
          listener(change);
        } catch (error) {
          // The write is committed: a failing listener must not turn its answer into an error.
          console.error('a listener of changes failed:', error);
        }
      }
    },
    /** Returns the function that ends the subscription. */
    subscribe(listener: (change: Change) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
