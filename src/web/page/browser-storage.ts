/** Returns a visitor's choice stored in this browser; null if there is none, or if it refuses storage. */
export function readChoice(key: string): string | null {
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
    // Ignores browsers that refuse storage.
  }
}
