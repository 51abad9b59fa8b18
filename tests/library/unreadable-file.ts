import { mkdir, rename, rm } from 'node:fs/promises';
import { vi } from 'vitest';

/** Makes downloads of the file with this name from a hosted project fail with 500. Returns a function that ends the fault. */
export function simulateUnreadableFile(name: string): () => void {
  const originalFetch = globalThis.fetch;
  const names = new Map<string, string>();
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const [file] = /^.*\/files\/[^/]+(?=\/(?:view|download)$)/.exec(String(input)) ?? [];
    if (!file) return originalFetch(input, init);
    const headers = new Headers(init?.headers);
    headers.delete('range');
    const fileName =
      names.get(file) ?? String(Object(await (await originalFetch(file, { headers })).json()).name);
    names.set(file, fileName);
    return fileName === name
      ? Response.json({ message: 'Server Error' }, { status: 500 })
      : originalFetch(input, init);
  });
  return () => spy.mockRestore();
}

/** Replaces a stored file by a folder, which even root cannot read as a file. Returns a function that restores the file. */
export async function makeStoredFileUnreadable(path: string): Promise<() => Promise<void>> {
  await rename(path, `${path}.away`);
  await mkdir(path);
  return async () => {
    await rm(path, { recursive: true, force: true });
    await rename(`${path}.away`, path);
  };
}
