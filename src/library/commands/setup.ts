import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  AppwriteException,
  Compression,
  type OrderBy,
  type RelationMutate,
  RelationshipType,
  Storage,
  TablesDB,
  type TablesDBIndexType,
} from 'node-appwrite';
import type { BucketSchema, Column, Index, Schema, TableSchema } from '#backend/schema.ts';
import { readSchema } from '#backend/schema-file.ts';
import { schemaFile } from '#settings/folders.ts';
import { clientOf, retry, type Target, tableOn, whenRefused } from '../sync/client.ts';
import { type Command, exitCode } from './command.ts';
import { hostedLibrary } from './mirror.ts';

/** Creates tables and bucket on a hosted Appwrite, and reports them. */
export const setupCommand: Command = async ({ options, messages, screen, signal }) => {
  const say = messages.setup;
  if (!options.hosted) {
    screen.print(say.embedded);
    return exitCode.done;
  }
  const { target } = hostedLibrary(options.hosted, signal);
  let [made, different] = [0, 0];
  const largest = await provision(readSchema(schemaFile(options.root)), target, {
    isDryRun: options.dryRun,
    created(what) {
      made++;
      screen.print(options.dryRun ? say.would(what) : say.created(what));
    },
    exists: (what) => screen.print(say.exists(what)),
    differs(what, how) {
      different++;
      screen.print(say.differs(what, how));
    },
  });
  screen.print(options.dryRun ? say.wouldDo(made) : say.done(made));
  const tooLarge = largest === null ? [] : await lessonsAbove(largest, options.folder);
  if (largest !== null) screen.print(say.limited(largest, tooLarge));
  return different + tooLarge.length > 0 ? exitCode.attention : exitCode.done;
};

/** The PDFs of a folder that are larger (in bytes) than a server takes, the largest first. None when the folder is not there. */
async function lessonsAbove(limit: number, folder: string): Promise<{ name: string; size: number }[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch((): Dirent[] => []);
  const pdfs = found.filter((entry) => entry.isFile() && /\.pdf$/i.test(entry.name));
  const sizes = pdfs.map(async ({ name, parentPath }) => ({
    name,
    size: (await stat(join(parentPath, name))).size,
  }));
  return (await Promise.all(sizes)).filter(({ size }) => size > limit).sort((a, b) => b.size - a.size);
}

/** Options of the setup; `created` is called for each part in order. */
interface Setup {
  /** Creates nothing, and reports to `created` the parts it would create. */
  isDryRun: boolean;
  created(what: string): void;
  exists(what: string): void;
  /** Called for a part that differs from the schema; it is not changed. */
  differs(what: string, how: string): void;
}

/** Asks for a part and makes it when it is not there. Returns what was there, or null when it was made. */
async function make<Part>(
  { isDryRun, created, exists }: Setup,
  what: string,
  get: () => Promise<Part>,
  create: () => Promise<unknown>,
): Promise<Part | null> {
  const there = await retry(get).catch(whenRefused(null, 404));
  const made = () => retry(create).then(() => true);
  // It is there after all where an earlier try arrived although its answer was lost.
  const isNew = there === null && (isDryRun || (await made().catch(whenRefused(false, 409))));
  if (isNew) created(what);
  else exists(what);
  return there;
}

/** Columns and indexes are built by a worker of Appwrite after the answer; two minutes are enough for it. */
async function available({ isDryRun }: Setup, what: string, get: () => Promise<unknown>) {
  if (isDryRun) return;
  const end = Date.now() + 120_000;
  for (let pause = 50; Date.now() < end; pause = Math.min(pause * 2, 1000)) {
    const { status, error } = (await retry(get)) as { status: string; error?: string };
    if (status === 'available') return;
    if (status === 'failed' || status === 'stuck') throw new Error(`${what}: ${status} ${error ?? ''}`);
    await setTimeout(pause);
  }
  throw new Error(`${what}: not available after two minutes`);
}

/** Says when a part's permissions are not the wanted ones. */
function comparePermissions({ differs }: Setup, what: string, there: string[], wanted: string[]) {
  const list = (permissions: string[]) => permissions.toSorted().join(', ') || '(none)';
  if (list(there) !== list(wanted)) differs(what, `permissions ${list(there)}, not ${list(wanted)}`);
}

/**
 * Makes on a hosted Appwrite what the schema describes and is not there yet: database, tables, columns, indexes, buckets, under the
 * ids of the target. What is there is never changed or deleted, so that it may be run again at any time. Returns the bytes of the
 * largest file that the server takes, where they are less than the schema wants, else null.
 */
async function provision(schema: Schema, target: Target, setup: Setup): Promise<number | null> {
  const client = clientOf(target);
  const project = { ...setup, target, tables: new TablesDB(client), storage: new Storage(client) };
  const { databaseId } = target;
  for (const { name, tables } of schema.databases.values()) {
    const get = () => project.tables.get({ databaseId });
    await make(project, `database ${databaseId}`, get, () => project.tables.create({ databaseId, name }));
    // A relationship needs the table it points to.
    for (const table of tables.values()) await makeTable(project, table);
    for (const table of tables.values()) await fillTable(project, table);
  }
  const [bucket] = schema.buckets.values();
  return bucket ? makeBucket(project, bucket) : null;
}

interface Project extends Setup {
  target: Target;
  tables: TablesDB;
  storage: Storage;
}

async function makeTable(project: Project, table: TableSchema): Promise<void> {
  const { tables, target } = project;
  const { id, name, rowSecurity, enabled } = table;
  const place = { databaseId: target.databaseId, tableId: tableOn(target, id) };
  const what = `table ${place.tableId}`;
  const permissions = [...table.permissions];
  const wanted = { ...place, name, permissions, rowSecurity, enabled };
  const get = () => tables.getTable(place);
  const there = await make(project, what, get, () => tables.createTable(wanted));
  if (there) comparePermissions(project, what, there.$permissions, permissions);
}

async function fillTable(project: Project, table: TableSchema): Promise<void> {
  const { tables, target } = project;
  const place = { databaseId: target.databaseId, tableId: tableOn(target, table.id) };
  for (const column of table.columns.values()) {
    const at = { ...place, key: column.key };
    const what = `column ${place.tableId}.${column.key}`;
    const get = () => tables.getColumn(at);
    const there = await make(project, what, get, () => createColumn(tables, at, column, target));
    if (there && !typesOf[column.kind].includes(there.type))
      project.differs(what, `type ${String(there.type)}, not ${column.kind}`);
    await available(project, what, get);
  }
  for (const index of table.indexes) {
    const at = { ...place, key: index.key };
    const what = `index ${place.tableId}.${index.key}`;
    const get = () => tables.getIndex(at);
    await make(project, what, get, () => createIndex(tables, at, index));
    await available(project, what, get);
  }
}

type At = { databaseId: string; tableId: string; key: string };

/** Characters; more than a row's other columns hold. */
const LONG_TEXT = 16_777_215;

function createColumn(tables: TablesDB, at: At, column: Column, target: Target): Promise<unknown> {
  const { required, array } = column;
  const wanted = { ...at, required, array };
  switch (column.kind) {
    case 'text':
      return column.size >= LONG_TEXT
        ? tables.createLongtextColumn(wanted)
        : tables.createVarcharColumn({ ...wanted, size: column.size });
    case 'integer':
      return tables.createIntegerColumn({ ...wanted, ...limits(column) });
    case 'float':
      return tables.createFloatColumn({ ...wanted, ...limits(column) });
    case 'boolean':
      return tables.createBooleanColumn(wanted);
    case 'datetime':
      return tables.createDatetimeColumn(wanted);
    case 'relationship':
      return tables.createRelationshipColumn({
        ...at,
        relatedTableId: tableOn(target, column.relatedTable),
        type: RelationshipType.ManyToOne,
        twoWay: false,
        onDelete: column.onDelete as RelationMutate,
      });
  }
}

function limits({ min, max }: { min: number | null; max: number | null }) {
  return { ...(min !== null && { min }), ...(max !== null && { max }) };
}

function createIndex(tables: TablesDB, at: At, { type, columns, orders }: Index): Promise<unknown> {
  const directions = orders.map((order) => order.toLowerCase() as OrderBy);
  return tables.createIndex({
    ...at,
    type: type as TablesDBIndexType,
    columns: [...columns],
    ...(directions.length > 0 && { orders: directions }),
  });
}

/** The names that Appwrite has, or had, for what the schema calls by one. */
const typesOf: Record<Column['kind'], string[]> = {
  text: ['string', 'varchar', 'text', 'mediumtext', 'longtext'],
  integer: ['integer', 'bigint'],
  float: ['double', 'float', 'integer'],
  boolean: ['boolean'],
  datetime: ['datetime'],
  relationship: ['relationship'],
};

/** Bytes; the largest file a self-hosted Appwrite allows unless `_APP_STORAGE_LIMIT` is raised. */
const USUAL_LIMIT_BYTES = 30_000_000;

/**
 * Makes the bucket with the largest files the server allows; one made for fewer is raised, where the server allows it by now. Returns
 * the bytes of the largest file, where they are less than the schema wants, else null.
 */
async function makeBucket(project: Project, bucket: BucketSchema): Promise<number | null> {
  const { storage } = project;
  const { bucketId } = project.target;
  const what = `bucket ${bucketId}`;
  const { maximumFileSize: wanted, ...described } = bucket;
  const permissions = [...bucket.permissions];
  const allowedFileExtensions = [...bucket.allowedFileExtensions];
  const compression = Compression.None;
  const settings = { ...described, bucketId, permissions, allowedFileExtensions, compression };
  let largest = wanted;
  const made = async () => {
    largest = Math.min(
      wanted,
      await limitOf(() => storage.createBucket({ ...settings, maximumFileSize: wanted })),
    );
    if (largest < wanted) await storage.createBucket({ ...settings, maximumFileSize: largest });
  };
  const there = await make(project, what, () => storage.getBucket({ bucketId }), made);
  if (there) {
    comparePermissions(project, what, there.$permissions, permissions);
    largest = there.maximumFileSize;
  }
  if (there && largest < wanted && !project.isDryRun) {
    // Everything else stays as it is there.
    const { $permissions, compression, ...rest } = there;
    const raised = { ...rest, permissions: $permissions, compression: compression as Compression };
    const raise = (maximumFileSize: number) =>
      retry(() => storage.updateBucket({ ...raised, bucketId, maximumFileSize }));
    const allowed = Math.min(wanted, await limitOf(() => raise(wanted)));
    if (allowed > largest) {
      if (allowed < wanted) await raise(allowed);
      project.created(`${what}: files of up to ${allowed} bytes`);
      largest = allowed;
    }
  }
  return largest < wanted ? largest : null;
}

/** Returns the size in bytes of the largest file a server allows, from its refusal; infinite if it does not refuse. */
async function limitOf(action: () => Promise<unknown>): Promise<number> {
  try {
    await action();
    return Number.POSITIVE_INFINITY;
  } catch (error) {
    const isRefusal =
      error instanceof AppwriteException && error.code === 400 && error.message.includes('maximumFileSize');
    if (!isRefusal) throw error;
    const [, limit] = /between 1 and ([\d,]+)/.exec(error.message) ?? [];
    return limit ? Number(limit.replaceAll(',', '')) : USUAL_LIMIT_BYTES;
  }
}
