import { Query } from 'appwrite';
import { ID } from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { describe, expect, it } from 'vitest';
import { samplePdf } from '../support/sample-pdf.ts';
import { categories, setUpRealtime } from './support/realtime-setup.ts';

// Tests which events subscribers receive.
const setup = setUpRealtime([{ $id: 'private' }]);
const { newCategory, subscribed } = setup;

describe('events', () => {
  const channel = 'tablesdb.library.tables.categories.rows';

  it('sends the whole event of a row', async () => {
    const socket = await subscribed({ subscriptionId: 's', channels: [channel] });
    const row = await newCategory('Fiqh', 'event-row');
    const event = await socket.next();
    expect(event).toEqual({
      type: 'event',
      data: {
        events: expect.arrayContaining([
          'tablesdb.library.tables.categories.rows.event-row.create',
          'databases.library.collections.categories.documents.event-row.create',
          'databases.*.tables.*.rows.*.create',
          'databases.library',
        ]),
        channels: expect.arrayContaining([
          'rows',
          'documents.create',
          channel,
          `${channel}.event-row`,
          `${channel}.event-row.create`,
        ]),
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
        payload: expect.objectContaining({
          $id: 'event-row',
          $tableId: 'categories',
          categoryName: row.categoryName,
        }),
        subscriptions: ['s'],
      },
    });
    expect(event.data?.events?.[0]).toBe('tablesdb.library.tables.categories.rows.event-row.create');
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
    expect((await socket.next()).data?.events).toContain('buckets.pdfs.files.announced.delete');
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

  it('sends nothing after unsubscribe, or for a refused subscription', async () => {
    const socket = await subscribed({ subscriptionId: 'x', channels: ['rows'] });
    await socket.request({ type: 'unsubscribe', data: [{ subscriptionId: 'x' }] });
    await newCategory('unrelated');
    await expect(
      setup.tables.createRow({ ...categories, rowId: ID.unique(), data: {} as { categoryName: string } }),
    ).rejects.toMatchObject({ code: 400 });
    expect(await socket.request({ type: 'ping' })).toEqual({ type: 'pong' });
  });

  it('sends nothing about a bucket that visitors cannot read', async () => {
    const socket = await subscribed({ channels: ['files', 'buckets.private.files'] });
    const file = InputFile.fromBuffer(samplePdf(), 'a.pdf');
    await setup.storage.createFile({ bucketId: 'private', fileId: 'secret', file });
    expect(await socket.request({ type: 'ping' })).toEqual({ type: 'pong' });
  });
});
