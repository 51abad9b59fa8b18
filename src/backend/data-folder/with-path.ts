/** An error that says which file it is about, as the system's own do: SQLite's do not. */
export function withPath(error: unknown, path: string): unknown {
  return error instanceof Error && !('path' in error) ? Object.assign(error, { path }) : error;
}
