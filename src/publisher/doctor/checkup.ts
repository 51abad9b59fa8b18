import { join } from 'node:path';
import { ConfigError } from '#settings/config-error.ts';
import { readGlossaryFile } from '#settings/glossary-file.ts';
import { settingsMessages } from '#settings/messages/settings-messages.ts';
import { readSiteFile } from '#settings/site-file.ts';
import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
import { freeSpace } from '../disk-space.ts';
import { errorSentence } from '../error-sentence.ts';
import { scanFolder } from '../folder/scan-folder.ts';
import type { Messages } from '../messages/en.ts';
import { NoKey, type OpenTarget, withTarget } from '../open-target.ts';
import type { Options } from '../options.ts';
import { textReport } from '../texts/keep-texts.ts';
import { PageTable } from '../texts/page-table.ts';
import { textLines, unreadLines } from '../texts/text-lines.ts';
import { unusableRows } from './unusable-rows.ts';

/** One thing looked at. `text` says what was found, or what to do. */
export interface Finding {
  id: Checked;
  good: boolean;
  text: string;
}

/** What is looked at, by the names that machines know. */
export type Checked =
  | 'program'
  | 'configuration'
  | 'folder'
  | 'site'
  | 'backend'
  | 'key'
  | 'schema'
  | 'rows'
  | 'storage'
  | 'texts'
  | 'disk';

/** Bytes; less is too little to publish into. */
const leastSpace = 200 * 1024 * 1024;

/** Looks at the program, its configuration, the folder, the site, the backend, its key, tables and files, and the disk. */
export async function checkup(options: Options, messages: Messages, signal: AbortSignal): Promise<Finding[]> {
  const findings: Finding[] = [
    { id: 'program', good: true, text: `Node ${process.versions.node}` },
    configuration(options),
    await folder(options, messages, signal),
  ];
  try {
    const found = await withTarget(options, async (open) => [
      await site(open, messages),
      ...(await library(open, messages, signal)),
    ]);
    findings.push(...found);
  } catch (error) {
    const text =
      error instanceof NoKey
        ? messages.error.noKey(error.endpoint)
        : errorSentence(error, messages, options.dataDir);
    findings.push({
      id: error instanceof NoKey ? 'key' : 'backend',
      good: false,
      text,
    });
  }
  findings.push(await disk(options, messages));
  return findings;
}

/** The very checks the site starts with. */
function configuration({ root, language }: Options): Finding {
  const [contentDir, say] = [join(root, 'content'), settingsMessages(language)];
  try {
    readSiteFile(contentDir, say);
    readGlossaryFile(contentDir, say);
    return { id: 'configuration', good: true, text: '' };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { id: 'configuration', good: false, text: error.message };
  }
}

async function folder({ folder }: Options, messages: Messages, signal: AbortSignal): Promise<Finding> {
  const { doctor } = messages;
  try {
    const largest = Number.POSITIVE_INFINITY;
    const { exists, lessons, problems } = await scanFolder({ folder, largest, signal });
    const text = exists ? doctor.folderHolds(lessons.length, problems.length) : doctor.folderMissing(folder);
    return { id: 'folder', good: exists, text };
  } catch (error) {
    signal.throwIfAborted();
    return { id: 'folder', good: false, text: errorSentence(error, messages, folder) };
  }
}

async function site({ kind, target }: OpenTarget, { doctor }: Messages): Promise<Finding> {
  if (kind !== 'running') return { id: 'site', good: true, text: doctor.siteStopped };
  const url = new URL('/', target.endpoint).href;
  const good = await fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.ok;
    },
    () => false,
  );
  return { id: 'site', good, text: good ? doctor.siteAnswers(url) : doctor.siteSilent(url) };
}

/** Backend, key, tables and storage; the first that is not in order ends it, since the others would only repeat it. */
async function library({ target }: OpenTarget, messages: Messages, signal: AbortSignal): Promise<Finding[]> {
  const { doctor } = messages;
  const findings: Finding[] = [];
  const look = async <Result>(
    id: Checked,
    action: () => Promise<Result>,
    text: (result: Result) => [boolean, string],
  ) => {
    if (findings.some(({ good }) => !good)) return;
    try {
      const [good, found] = text(await action());
      findings.push({ id, good, text: found });
    } catch (error) {
      findings.push({ id, good: false, text: errorSentence(error, messages, target.endpoint) });
    }
  };
  const catalogue = new AppwriteCatalogue(target, signal);
  const ping = async () => {
    const answer = await fetch(`${target.endpoint}/ping`, {
      headers: { 'x-appwrite-project': target.projectId },
      signal: AbortSignal.timeout(10_000),
    });
    await answer.body?.cancel();
    return answer;
  };
  await look('backend', ping, ({ ok, status }) => [
    ok,
    ok ? '' : doctor.backendSilent(target.endpoint, String(status)),
  ]);
  // Reading the journal needs the key: visitors may not.
  await look(
    'key',
    () => catalogue.journal(['lock']),
    () => [true, ''],
  );
  await look(
    'schema',
    () => Promise.all([catalogue.categories(), catalogue.largestFile()]),
    () => [true, ''],
  );
  const lost = async () => {
    const [categories, lessons] = await Promise.all([catalogue.categories(), catalogue.lessons()]);
    return unusableRows(categories, lessons);
  };
  await look('rows', lost, (ids) => [ids.length === 0, ids.length === 0 ? '' : doctor.rowsLost(ids)]);
  const sample = async () => {
    const lesson = (await catalogue.lessons()).at(-1);
    if (!lesson) return { name: null, good: true };
    const stream = await catalogue.open(lesson.fileId);
    await stream?.cancel();
    return { name: lesson.fileName, good: stream !== null };
  };
  await look('storage', sample, ({ name, good }) => [
    good,
    name === null ? doctor.storageEmpty : good ? doctor.storageSample(name) : doctor.storageBroken(name),
  ]);
  await look(
    'texts',
    () => textsOf(catalogue, new PageTable(target, signal)),
    (found) => [true, textFinding(found, messages)],
  );
  return findings;
}

async function textsOf(catalogue: AppwriteCatalogue, table: PageTable) {
  const [lessons, heads] = await Promise.all([catalogue.lessons(), table.heads()]);
  return heads && { lessons, heads };
}

/** The words inside the lessons are worth a sentence, and never a fault: the site is in order without them. */
function textFinding(found: Awaited<ReturnType<typeof textsOf>>, messages: Messages): string {
  const { texts } = messages;
  if (!found) return texts.noTable;
  const { lessons, heads } = found;
  const words = heads.filter(({ found: pages }) => pages > 0).length;
  const lines = [texts.found(words), ...unreadLines(lessons, heads, messages)];
  return [...lines, ...textLines(textReport(lessons, heads), messages)].join('\n  ');
}

async function disk({ dataDir }: Options, { doctor }: Messages): Promise<Finding> {
  const free = await freeSpace(dataDir);
  const good = free >= leastSpace;
  return { id: 'disk', good, text: good ? doctor.diskFree(free) : doctor.diskFull(free) };
}
