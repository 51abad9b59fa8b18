import { Query } from 'appwrite';
import { ID } from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { describe, expect, it } from 'vitest';
import { samplePdf } from '../support/sample-pdf.ts';
import { categories, setUpRealtime } from './support/realtime-setup.ts';

// Tests which events subscribers receive.
const setup = setUpRealtime([{ $id: 'private' }]);
const { newCategory, subscribed } = setup;

const sorted = (names: unknown) => (names as string[]).toSorted();

describe('events', () => {
  const channel = 'tablesdb.library.tables.categories.rows';

  it('sends the whole event of a row', async () => {
    const socket = await subscribed({ subscriptionId: 's', channels: [channel] });
    const row = await newCategory('Fiqh "1"', 'r');
    const { type, data } = await socket.next();
    expect([type, data?.subscriptions, data?.payload]).toEqual([
      'event',
      ['s'],
      expect.objectContaining(row),
    ]);
    expect(data?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
    const plainChannels = [
      'rows',
      'documents',
      channel,
      `${channel}.r`,
      'databases.library.collections.categories.documents',
      'databases.library.collections.categories.documents.r',
      'databases.library.tables.categories.rows',
      'databases.library.tables.categories.rows.r',
    ];
    expect(sorted(data?.channels)).toEqual(
      [...plainChannels, ...plainChannels.map((name) => `${name}.create`)].sort(),
    );
    expect(data?.events?.slice(0, 3)).toEqual([
      'tablesdb.library.tables.categories.rows.r.create',
      'databases.library.collections.categories.documents.r.create',
      'databases.library.tables.categories.rows.r.create',
    ]);
    for (const name of [
      'tablesdb.*.tables.*.rows.*.create',
      'databases.*.tables.*.rows.*.create',
      'databases.library.tables.categories.rows.r',
      'databases.library.tables.categories.rows.*',
      'databases.library.collections.*',
      'tablesdb.library.tables.categories',
      'databases.library',
      'databases.*',
    ])
      expect(data?.events).toContain(name);
    expect(new Set(data?.events).size).toBe(data?.events?.length);
    expect(data?.events?.filter((name) => /update|delete|upsert/.test(name))).toEqual([]);
  });

  it('names the action of each call', async () => {
    const socket = await subscribed({ channels: [channel] });
    const rowId = 'actions';
    await newCategory('one', rowId);
    await setup.tables.updateRow({ ...categories, rowId, data: { categoryName: 'two' } });
    await setup.tables.upsertRow({ ...categories, rowId, data: { categoryName: 'three' } });
    await setup.tables.deleteRow({ ...categories, rowId });
    const actions = [];
    for (let i = 0; i < 4; i++) {
      const { data } = await socket.next();
      actions.push(data?.events?.[0]?.split('.').at(-1));
    }
    expect(actions).toEqual(['create', 'update', 'upsert', 'delete']);
  });

  it('sends one event when a file is complete, and one when it is removed', async () => {
    const socket = await subscribed({ channels: ['buckets.pdfs.files'] });
    const file = InputFile.fromBuffer(samplePdf('big', 6_000_000), 'big.pdf');
    await setup.storage.createFile({ bucketId: 'pdfs', fileId: 'announced', file });
    await setup.storage.deleteFile({ bucketId: 'pdfs', fileId: 'announced' });
    expect(await socket.next()).toMatchObject({
      data: {
        payload: { $id: 'announced', chunksUploaded: 2, signature: expect.stringMatching(/^\w{32}$/) },
      },
    });
    const { data } = await socket.next();
    const plainChannels = ['files', 'buckets.pdfs.files', 'buckets.pdfs.files.announced'];
    expect(data?.channels).toEqual([...plainChannels, ...plainChannels.map((name) => `${name}.delete`)]);
    expect(data?.events).toEqual([
      'buckets.pdfs.files.announced.delete',
      'buckets.*.files.announced.delete',
      'buckets.pdfs.files.*.delete',
      'buckets.*.files.*.delete',
      'buckets.pdfs.files.announced',
      'buckets.*.files.announced',
      'buckets.pdfs.files.*',
      'buckets.*.files.*',
      'buckets.pdfs',
      'buckets.*',
    ]);
    expect(socket.unread()).toEqual([]);
  });

  it('lists every matching subscription of a connection, and no other', async () => {
    const socket = await subscribed(
      { subscriptionId: 'all', channels: ['rows'] },
      { subscriptionId: 'creates', channels: ['rows.create'] },
      { subscriptionId: 'deletes', channels: ['rows.delete'] },
      { subscriptionId: 'files', channels: ['files'] },
      { subscriptionId: 'name', channels: ['rows'], queries: [Query.equal('categoryName', 'Seerah')] },
      { subscriptionId: 'other', channels: ['rows'], queries: [Query.equal('categoryName', 'seerah')] },
    );
    await newCategory('Seerah');
    expect((await socket.next()).data?.subscriptions).toEqual(['all', 'creates', 'name']);
  });

  it('replaces a subscription of the same id', async () => {
    const socket = await subscribed({ subscriptionId: 'x', channels: ['rows'] });
    await socket.request({ type: 'subscribe', data: [{ subscriptionId: 'x', channels: ['files'] }] });
    await newCategory('unrelated');
    expect(await socket.request({ type: 'ping' })).toEqual({ type: 'pong' });
  });

  it('sends nothing for a refused write, or after unsubscribe', async () => {
    const socket = await subscribed({ subscriptionId: 'x', channels: ['rows'] });
    await expect(
      setup.tables.createRow({ ...categories, rowId: ID.unique(), data: {} as { categoryName: string } }),
    ).rejects.toMatchObject({ code: 400 });
    expect(await socket.request({ type: 'ping' })).toEqual({ type: 'pong' });
    await socket.request({ type: 'unsubscribe', data: [{ subscriptionId: 'x' }] });
    await newCategory('unrelated');
    expect(await socket.request({ type: 'ping' })).toEqual({ type: 'pong' });
  });

  it('sends nothing about a bucket that visitors cannot read', async () => {
    const socket = await subscribed({ channels: ['files', 'buckets.private.files'] });
    const file = InputFile.fromBuffer(samplePdf(), 'a.pdf');
    await setup.storage.createFile({ bucketId: 'private', fileId: 'secret', file });
    expect(await socket.request({ type: 'ping' })).toEqual({ type: 'pong' });
  });
});
