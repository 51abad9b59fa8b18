import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { openBackend } from '#backend/backend.ts';
import { DataFolderLocked } from '#backend/data-folder.ts';
import { readSchema } from '#backend/schema-file.ts';
import { schemaFile } from '#settings/folders.ts';
import type { Target } from './catalogue/target.ts';
import { finishRestore } from './copy/swap.ts';
import { sweptText } from './messages/swept-text.ts';
import { upgradeTold } from './messages/upgrade-told.ts';
import type { Options } from './options.ts';
import { OwnerError } from './owner-error.ts';

export interface OpenTarget {
  target: Target;
  /** It is the running site's. */
  isRunning: boolean;
}

/** Milliseconds that a site is given to listen after it took its data folder, and between two looks. */
const starting = 15_000;
const look = 100;

/**
 * Works on the library the site reads: the hosted project when one is configured, else the embedded backend. Throws an
 * `OwnerError` where its key is missing, `DataFolderLocked` when another command has the embedded one.
 */
export async function withTarget<Result>(options: Options, work: (open: OpenTarget) => Promise<Result>) {
  if (options.hosted) return work({ target: withKey(options.hosted), isRunning: false });
  await using open = await openEmbedded(options);
  return await work(open);
}

/** The hosted project. Throws an `OwnerError` where its key is missing. */
export function withKey(hosted: Target): Target {
  if (!hosted.key) throw new OwnerError(({ error }) => error.noKey(hosted.endpoint));
  return hosted;
}

type Opened = OpenTarget & AsyncDisposable;

/** The embedded backend: through the running site, else opened here, which then nobody else can. */
export async function openEmbedded(options: Options): Promise<Opened> {
  const began = performance.now();
  for (;;) {
    try {
      finishRestore(options.dataDir);
      return await openDataFolder(options, options.dataDir);
    } catch (error) {
      if (!(error instanceof DataFolderLocked)) throw error;
      const site = error.lockOwner?.site;
      if (site)
        return { target: targetAt(options, site), isRunning: true, [Symbol.asyncDispose]: async () => {} };
      const isStarting = error.lockOwner === null || error.lockOwner.what === 'site';
      if (!isStarting || performance.now() - began > starting) throw error;
    }
    await setTimeout(look);
  }
}

/** A data folder nobody else has, reachable from this computer only, with a key nobody else knows. */
export async function openDataFolder(options: Options, dataDir: string): Promise<Opened> {
  const schema = { ...readSchema(schemaFile(options.root)), projectId: options.embeddedIds.projectId };
  const key = randomBytes(32).toString('hex');
  const backend = openBackend({
    dataDir,
    schema,
    pagesTable: { databaseId: options.embeddedIds.databaseId, tableId: options.embeddedIds.pagesTableId },
    apiKeys: [key],
    holder: options.command,
    onSwept: (swept) => console.warn(sweptText(swept, options.language)),
    upgrade: upgradeTold(options.language, console.error),
  });
  const server = serve({ fetch: backend.app.fetch, port: 0, hostname: '127.0.0.1' });
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    target: targetAt(options, { endpoint: `http://127.0.0.1:${port}/v1`, key }),
    isRunning: false,
    async [Symbol.asyncDispose]() {
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await backend.close();
    },
  };
}

function targetAt(options: Options, access: { endpoint: string; key: string }): Target {
  return { ...options.embeddedIds, ...access, embedded: true, site: '' };
}
