import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { startBackend } from '../support/backend.ts';
import { setUpBackend } from '../support/backend-setup.ts';
import { owner } from '../support/clients.ts';
import { fillLibrary } from '../support/library.ts';
import { wideSchema } from '../support/wide-schema.ts';
import { randomRequest } from './support/random-request.ts';

const SEED = 20_260_731;
const REQUESTS = 4000;

const running = setUpBackend(() => startBackend({ schema: wideSchema }));

it(`${REQUESTS} random and mutated requests never end in a 500`, async () => {
  const failed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const countByStatus = new Map<number, number>();
  const types = new Set<string>();
  let requestCount = 0;
  await fc.assert(
    fc.asyncProperty(randomRequest, async ({ verb, path, search, body, headers }) => {
      if (requestCount++ % 250 === 0) await fillLibrary(owner(running.endpoint));
      const hasNoBody = verb === 'GET' || verb === 'HEAD';
      const init = { method: verb, headers, ...(hasNoBody ? {} : { body }) };
      const response = await running.backend.app.request(`http://localhost/v1${path}?${search}`, init);
      const text = await response.text();
      countByStatus.set(response.status, (countByStatus.get(response.status) ?? 0) + 1);
      expect(response.status, text).toBeLessThan(500);
      if (response.status >= 400 && text !== '') {
        const error = JSON.parse(text);
        expect(Object.keys(error).sort()).toEqual(['code', 'message', 'type', 'version']);
        expect(error.code).toBe(response.status);
        expect(error.message).not.toMatch(/SQLITE|sqlite|\/src\/|at \w+ \(/);
        types.add(error.type);
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    }),
    { seed: SEED, numRuns: REQUESTS },
  );
  const total = [...countByStatus.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `fuzz: ${total} requests with seed ${SEED}; responses by status:`,
    Object.fromEntries([...countByStatus].sort()),
    `${types.size} error types`,
  );
  expect(total).toBe(REQUESTS);
  // Ensures that the requests reach their targets: enough succeed, and refusals are of many kinds.
  expect((countByStatus.get(200) ?? 0) + (countByStatus.get(201) ?? 0)).toBeGreaterThan(REQUESTS / 20);
  expect(types.size).toBeGreaterThan(15);
  expect(failed).not.toHaveBeenCalled();
  failed.mockRestore();
});

it('1,000 random requests of a visitor write nothing', async () => {
  const observer = new DatabaseSync(join(running.dataDir, 'minbar.db'));
  const version = () => observer.prepare('PRAGMA data_version').get()?.data_version;
  const versionBefore = version();
  await fc.assert(
    fc.asyncProperty(randomRequest, async ({ verb, path, search, body, headers }) => {
      const hasNoBody = verb === 'GET' || verb === 'HEAD';
      const init = {
        method: verb,
        headers: { ...headers, 'X-Appwrite-Key': '' },
        ...(hasNoBody ? {} : { body }),
      };
      const response = await running.backend.app.request(`http://localhost/v1${path}?${search}`, init);
      expect(response.status).toBeLessThan(500);
      await response.text();
    }),
    { seed: SEED + 1, numRuns: 1000 },
  );
  expect(version()).toBe(versionBefore);
  // Proves that the observer sees a write.
  await owner(running.endpoint).createTransaction();
  expect(version()).not.toBe(versionBefore);
  observer.close();
});
