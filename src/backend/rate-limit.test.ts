import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Backend, openBackend } from './backend.ts';
import { toSchema } from './schema-file.ts';

describe('rule X11', () => {
  const schema = toSchema({
    projectId: 'p',
    tablesDB: [{ $id: 'd' }],
    tables: [{ $id: 't', databaseId: 'd', $permissions: ['read("any")'], columns: [] }],
  });
  let dataDir: string;
  let backend: Backend;
  let address: string | undefined = '203.0.113.7';
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'minbar-rate-'));
    backend = openBackend({ dataDir, schema, apiKeys: ['right'], clientAddress: () => address });
  });
  afterEach(async () => {
    await backend.close();
    rmSync(dataDir, { recursive: true });
  });
  const ask = (headers = {}) =>
    backend.app.request('/v1/tablesdb/d/tables/t/rows', {
      headers: { 'X-Appwrite-Project': 'p', ...headers },
    });
  const statuses = async (count: number, headers = {}) => {
    const answers = [];
    for (let at = 0; at < count; at += 1) answers.push((await ask(headers)).status);
    return new Set(answers);
  };

  it('a visitor gets 200 requests at once, then 429 with the time to wait; others are not held up', async () => {
    expect(await statuses(200)).toEqual(new Set([200]));
    // The bucket fills again while the loop runs, so a few more may pass.
    expect(await statuses(200)).toContain(429);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    expect(await refused.json()).toMatchObject({ code: 429, type: 'general_rate_limit_exceeded' });
    expect(await statuses(1, { 'X-Appwrite-Key': 'right' })).toEqual(new Set([200]));
    address = '203.0.113.8';
    expect(await statuses(1)).toEqual(new Set([200]));
    address = '127.0.0.1';
    expect(await statuses(300)).toEqual(new Set([200]));
  });

  it('a wrong key is told so ten times, then to wait; the right one still works', async () => {
    address = '203.0.113.9';
    expect(await statuses(10, { 'X-Appwrite-Key': 'wrong' })).toEqual(new Set([401]));
    expect(await statuses(2, { 'X-Appwrite-Key': 'wrong' })).toEqual(new Set([429]));
    expect(await statuses(1, { 'X-Appwrite-Key': 'right' })).toEqual(new Set([200]));
  });
});
