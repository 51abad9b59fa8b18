import { mkdir, rename, rm } from 'node:fs/promises';
import { vi } from 'vitest';

/**
 * Simulates a disk that refuses the bytes of the named file, because root can read every file. Returns a function that ends it.
 */
export function refuseBytes(name: string): () => void {
  const ask = globalThis.fetch;
  const names = new Map<string, string>();
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const [file] = /^.*\/files\/[^/]+(?=\/(?:view|download)$)/.exec(String(input)) ?? [];
    if (!file) return ask(input, init);
    const headers = new Headers(init?.headers);
    headers.delete('range');
    const fileName = names.get(file) ?? String(Object(await (await ask(file, { headers })).json()).name);
    names.set(file, fileName);
    return fileName === name ? Response.json({ message: 'Server Error' }, { status: 500 }) : ask(input, init);
  });
  return () => spy.mockRestore();
}

/** Makes a stored file unreadable, also for root, by a folder in its place; returns a function that restores it. */
export async function refuseStored(path: string): Promise<() => Promise<void>> {
  await rename(path, `${path}.away`);
  await mkdir(path);
  return async () => {
    await rm(path, { recursive: true, force: true });
    await rename(`${path}.away`, path);
  };
}
