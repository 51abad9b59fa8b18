import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { ID, Query } from 'node-appwrite';
import { readFreeSpace } from '#backend/data-folder.ts';
import { parseShownRows, toCategory, toLibraryFile } from '#contract/rows.ts';
import { filePath } from '#contract/urls.ts';
import { programVersion } from '#settings/folders.ts';
import { readGlossaryFile } from '#settings/glossary-file.ts';
import { settingsMessages } from '#settings/messages.ts';
import { readSiteFile } from '#settings/site-file.ts';
import { applyTimeZone } from '#settings/time-zone.ts';
import { findMissingCategories, nameHalves } from '#text/category-names.ts';
import { scanLibraryFolder } from '../folder/scan.ts';
import type { Messages } from '../messages/en.ts';
import { OwnerError } from '../messages/messages.ts';
import { LESSON_COLUMNS, type LessonRow } from '../plan/model.ts';
import { runInParallel } from '../store/in-parallel.ts';
import { type LocalLibrary, missingContent } from '../store/local-library.ts';
import type { RemoteState, Target } from '../sync/appwrite.ts';
import type { OpenLibrary } from '../sync/open-library.ts';
import { whenRefused } from '../sync/retry.ts';
import {
  findUnsearchableLessons,
  formatUnreadLessons,
  formatUnsearchableLessons,
  readWordsRecords,
} from '../words/words.ts';
import { type CommandContext, type ExitCode, exitCode } from './command.ts';
import { errorSentence } from './error-sentence.ts';
import { checkEndpoint, hostedLibrary } from './mirror.ts';

/** Result of a check. `text` is a remark, or the fault with its remedy. */
interface Finding {
  id: CheckId;
  good: boolean;
  text: string;
}

type CheckId = keyof Messages['doctor']['checks'];

/** A check returns a remark, or throws the fault that it finds. */
type Check = [id: CheckId, check: () => Promise<string>];

/** Minimum free space for publishing, in bytes. */
const MIN_SPACE_BYTES = 200 * 1024 * 1024;

/** Number of unreadable lessons after which a check stops: one more than its message names. */
const MAX_UNREADABLE = 11;

type Context = CommandContext & { openedOrError: OpenLibrary | Error };

/** Reports whether everything is in order, and how to fix faults: as text, or as one JSON object. */
export async function doctorCommand(context: Context): Promise<ExitCode> {
  const { doctor } = context.messages;
  const { print } = context.screen;
  const findings = await checkAll(context);
  const good = findings.every((finding) => finding.good);
  if (context.options.json) print(JSON.stringify({ version: programVersion, good, findings }));
  else {
    for (const { id, good, text } of findings)
      print(
        `${good ? '✓' : '✗'} ${doctor.checks[id]}: ${good ? doctor.good : doctor.bad}${text ? ` – ${text}` : ''}`,
      );
  }
  return good ? exitCode.done : exitCode.failed;
}

async function checkAll(context: Context): Promise<Finding[]> {
  const { options, messages, signal, openedOrError } = context;
  const { folder, dataDir, hosted } = options;
  const findings: Finding[] = [];
  /** `location` is the file or address for messages about errors that do not contain one. */
  const runCheck = async (location: string, [id, check]: Check): Promise<boolean> => {
    try {
      findings.push({ id, good: true, text: await check() });
      return true;
    } catch (error) {
      signal.throwIfAborted();
      findings.push({ id, good: false, text: errorSentence(error, messages, location) });
      return false;
    }
  };
  /** Stops at the first fault, because later checks would only repeat it. */
  const runUntilFault = async (location: string, checks: Check[]) => {
    for (const check of checks) if (!(await runCheck(location, check))) break;
  };
  await runCheck('', ['program', async () => `Node ${process.versions.node}`]);
  await runCheck('', ['configuration', () => checkConfiguration(context)]);
  const local = openedOrError instanceof Error ? undefined : openedOrError.local;
  await runCheck(folder, ['folder', () => checkFolder(context, local)]);
  await runCheck('', ['site', () => checkSite(context)]);
  if (openedOrError instanceof Error)
    await runCheck(dataDir, ['backend', () => Promise.reject(openedOrError)]);
  else await runUntilFault(dataDir, createLibraryChecks(openedOrError.local, context));
  if (hosted) await runUntilFault(hosted.endpoint, createHostedChecks(hosted, context));
  await runCheck(dataDir, ['disk', () => checkDisk(context)]);
  return findings;
}

/** Checks the site's files and keys as the site does when it starts. Also throws for faults about which the site only warns. */
async function checkConfiguration({ options, messages }: CommandContext): Promise<string> {
  const [contentDir, texts] = [join(options.root, 'content'), settingsMessages(options.language)];
  readSiteFile(contentDir, texts);
  readGlossaryFile(contentDir, texts);
  if (options.isKeyGuessable) throw new OwnerError(() => texts.guessableKey);
  return messages.doctor.timeZone(applyTimeZone(contentDir));
}

/** Reads the folder as a publication would, each PDF only once. Throws if the folder is missing. */
async function checkFolder(
  { options, messages: { doctor }, signal, pdfs }: CommandContext,
  local: LocalLibrary | undefined,
): Promise<string> {
  const maxFileBytes = local?.maxFileBytes() ?? Number.POSITIVE_INFINITY;
  const listing = await scanLibraryFolder(maxFileBytes, options, { signal, pdfs });
  if (!listing.exists) throw new OwnerError(() => doctor.folderMissing(options.folder));
  return doctor.folderContents(listing.lessons.length, listing.problems.length);
}

/** Checks the site of the data folder, or the one at `SITE_URL` for a hosted project. */
async function checkSite({
  openedOrError,
  options: { hosted },
  messages: { doctor },
}: Context): Promise<string> {
  const localUrl = openedOrError instanceof Error ? null : openedOrError.siteUrl;
  const url = hosted ? hosted.site : localUrl;
  if (!url) return hosted ? doctor.siteUnknown : doctor.siteStopped;
  const response = await requestStatus(url, 5000).catch(() => null);
  if (!response?.ok) throw new OwnerError(() => doctor.siteUnavailable(url));
  return doctor.siteRunning(url);
}

/** Returns the checks of the library in the data folder, in the order in which they run. */
function createLibraryChecks(local: LocalLibrary, { options, messages }: CommandContext): Check[] {
  const { doctor, texts: wordTexts } = messages;
  const { lessons, categories } = local.read();
  const checkRows = async () => {
    const ids = listHiddenRows({ categories, lessons });
    if (ids.length > 0) throw new OwnerError(() => doctor.invisibleRows(ids));
    return '';
  };
  const checkStorage = async () => {
    if (lessons.length === 0) return doctor.storageEmpty;
    const names: string[] = [];
    await runInParallel(4, [...lessons], async ({ fileId, fileName, contentId }) => {
      if (names.length >= MAX_UNREADABLE) return;
      const path = contentId !== missingContent && local.filePath(fileId);
      if (!path || !(await isReadable(path))) names.push(fileName);
    });
    if (names.length > 0) throw new OwnerError(() => doctor.storageBroken(names));
    return doctor.storageGood;
  };
  /** Reports unread lessons as a remark, not as a fault, because the site works without their words. */
  const checkWords = async () => {
    const records = readWordsRecords(local.backend);
    const searchableCount = [...records.values()].filter(({ found }) => found > 0).length;
    const lines = [wordTexts.searchable(searchableCount), ...formatUnreadLessons(lessons, records, messages)];
    return [...lines, ...formatUnsearchableLessons(findUnsearchableLessons(lessons, records), messages)].join(
      '\n  ',
    );
  };
  const checkCategories = async () => {
    const { site } = readSiteFile(join(options.root, 'content'), settingsMessages(options.language));
    const names = categories.map(({ name }) => name);
    const missingNames = findMissingCategories(names, site.categories);
    if (missingNames.length > 0) throw new OwnerError(() => doctor.categoriesMissing(missingNames));
    const inOneLanguage = names.filter((name) => !nameHalves(name));
    return inOneLanguage.length > 0 ? doctor.categoriesInOneLanguage(inOneLanguage) : '';
  };
  return [
    ['rows', checkRows],
    ['storage', checkStorage],
    ['texts', checkWords],
    ['categories', checkCategories],
  ];
}

/** Whether the first bytes of a file can be read; false for an empty file. */
async function isReadable(path: string): Promise<boolean> {
  try {
    await using file = await open(path);
    return (await file.read(Buffer.alloc(2), 0, 2, 0)).bytesRead > 0;
  } catch {
    return false;
  }
}

/** Lists the ids of rows that the site hides from visitors: those without a name, and lessons without a named category. */
export function listHiddenRows({
  categories,
  lessons,
}: Pick<RemoteState, 'categories'> & { lessons: VisibleLessonRow[] }): string[] {
  const ids: string[] = [];
  const onSkipped = ({ id }: { id: string }) => void ids.push(id);
  const dates = { $createdAt: '', $updatedAt: '' };
  const rows = new Map(categories.map(({ id, name }) => [id, { $id: id, ...dates, categoryName: name }]));
  const nestedLessons = lessons.map(({ id, categoryId, ...lesson }) => {
    return { $id: id, ...dates, url: `/${id}`, ...lesson, category: rows.get(categoryId) };
  });
  parseShownRows([...rows.values()], toCategory, onSkipped);
  parseShownRows(nestedLessons, toLibraryFile, onSkipped);
  return ids;
}

type VisibleLessonRow = Omit<LessonRow, 'publishedAt'>;

/** Returns the checks of a hosted project, in the order in which they run. */
function createHostedChecks(
  hosted: Target,
  { options, messages: { doctor }, signal }: CommandContext,
): Check[] {
  const { endpoint, projectId, databaseId, filesTableId, categoriesTableId, bucketId, site } = hosted;
  const remote = () => hostedLibrary(hosted, signal);
  const checkBackend = async () => {
    checkEndpoint(endpoint);
    const { ok, status, type } = await requestStatus(`${endpoint}/ping`, 10_000, {
      'x-appwrite-project': projectId,
    });
    if (type === 'project_not_found') throw new OwnerError(({ error }) => error.noProject(endpoint));
    if (!ok) throw new OwnerError(() => doctor.backendUnavailable(endpoint, status));
    return '';
  };
  /** Checks the key's scopes by reading and, except in a dry run, by deleting items that do not exist, which changes nothing. */
  const checkKey = async () => {
    const { tables, storage } = remote();
    await remote().maxFileBytes();
    await remote().listRows('categories', [Query.limit(1)]);
    if (options.dryRun) return '';
    const row = { databaseId, tableId: filesTableId, rowId: ID.unique() };
    await tables.deleteRow(row).catch(whenRefused(null, 404));
    await storage.deleteFile({ bucketId, fileId: ID.unique() }).catch(whenRefused(null, 404));
    return '';
  };
  let state: RemoteState | undefined;
  const checkSchema = async () => {
    state = await remote().read();
    const columns = await remote().lessonColumns();
    const missingColumns = LESSON_COLUMNS.filter((name) => columns?.every(({ key }) => key !== name));
    if (missingColumns.length > 0)
      throw new OwnerError(() => doctor.columnsMissing(filesTableId, missingColumns));
    return '';
  };
  /** Sends the requests of a browser on the site: without the key, with the site's origin. */
  const checkVisitors = async () => {
    const headers = { 'x-appwrite-project': projectId, ...(site && { origin: site }) };
    const query = `queries[0]=${encodeURIComponent(Query.limit(1))}`;
    const lists = {
      [categoriesTableId]: `tablesdb/${databaseId}/tables/${categoriesTableId}/rows`,
      [filesTableId]: `tablesdb/${databaseId}/tables/${filesTableId}/rows`,
      // A site's embedded backend does not list files for visitors. Each lesson's file is requested below.
      ...(!(await remote().isEmbedded()) && { [bucketId]: `storage/buckets/${bucketId}/files` }),
    };
    for (const [name, path] of Object.entries(lists)) {
      const { ok, status, allowedOrigin } = await requestStatus(
        `${endpoint}/${path}?${query}`,
        10_000,
        headers,
      );
      if (status === 403 || (site && allowedOrigin !== null && ![site, '*'].includes(allowedOrigin)))
        throw new OwnerError(() => doctor.platformMissing(new URL(site ?? endpoint).hostname));
      if (!ok) throw new OwnerError(() => doctor.readPermissionMissing(name, status));
    }
    const names: string[] = [];
    await runInParallel(4, state?.lessons ?? [], async ({ fileId, fileName }) => {
      if (names.length >= MAX_UNREADABLE) return;
      const url = `${endpoint}${filePath(bucketId, fileId)}/view`;
      const response = await requestStatus(url, 30_000, { ...headers, range: 'bytes=0-1' });
      if (response.status === 401)
        throw new OwnerError(() => doctor.readPermissionMissing(fileName, response.status));
      if (!response.ok) names.push(fileName);
    });
    if (names.length > 0) throw new OwnerError(() => doctor.storageBroken(names));
    return doctor.storageGood;
  };
  return [
    ['backend', checkBackend],
    ['key', checkKey],
    ['schema', checkSchema],
    ['visitors', checkVisitors],
  ];
}

/** Requests an address; returns the status, the allowed origin and the error type of the response. */
async function requestStatus(url: string, timeout: number, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeout) });
  const { ok, status } = response;
  const error: unknown = ok ? null : await response.json().catch(() => null);
  if (ok) await response.body?.cancel();
  const allowedOrigin = response.headers.get('access-control-allow-origin');
  return { ok, status, allowedOrigin, type: (Object(error) as { type?: unknown }).type };
}

async function checkDisk({ options: { dataDir }, messages: { doctor } }: CommandContext): Promise<string> {
  const freeBytes = await readFreeSpace(dataDir);
  if (freeBytes < MIN_SPACE_BYTES) throw new OwnerError(() => doctor.diskFull(freeBytes));
  return doctor.diskFree(freeBytes);
}
