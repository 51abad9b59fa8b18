/** A choice of the visitor, which only this browser stores; null if there is none, or if it refuses storage. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that refuses storage forgets it.
  }
}
