import { join } from 'node:path';
import { programVersion } from '#settings/folders.ts';
import { readGlossaryFile } from '#settings/glossary-file.ts';
import { settingsMessages } from '#settings/messages/settings-messages.ts';
import { readSiteFile } from '#settings/site-file.ts';
import { applyTimeZone } from '#settings/time-zone.ts';
import { TargetLibrary } from '../copy/library-source.ts';
import { freeSpace } from '../disk-space.ts';
import { errorSentence } from '../error-sentence.ts';
import { openKnownContents } from '../folder/known-contents.ts';
import { scanFolder } from '../folder/scan-folder.ts';
import type { Messages } from '../messages/en.ts';
import { type OpenTarget, withTarget } from '../open-target.ts';
import { OwnerError } from '../owner-error.ts';
import { textReport } from '../texts/keep-texts.ts';
import { PageTable } from '../texts/page-table.ts';
import { textLines, unreadLines } from '../texts/text-lines.ts';
import { closedLessons } from './closed-lessons.ts';
import { type Command, type CommandContext, exitCode } from './command.ts';
import { unshownRows } from './unshown-rows.ts';

/** One thing looked at, by the name that machines know. `text` says what was found, or what to do. */
interface Finding {
  id: CheckId;
  good: boolean;
  text: string;
}

type LibraryChecks = ReturnType<typeof libraryChecks>;
type CheckId = 'program' | 'configuration' | 'folder' | 'site' | 'disk' | keyof LibraryChecks;

/** Bytes; less is too little to publish into. */
const leastSpace = 200 * 1024 * 1024;

/** Tells whether everything is in order, and what to do if not: in plain words, or as one object for a program. */
export const doctorCommand: Command = async (context) => {
  const { doctor } = context.messages;
  const { print } = context.screen;
  const findings = await checkup(context);
  const good = findings.every((each) => each.good);
  if (context.options.json) print(JSON.stringify({ version: programVersion, good, findings }));
  else {
    for (const { id, good, text } of findings)
      print(
        `${good ? '✓' : '✗'} ${doctor[id]}: ${good ? doctor.good : doctor.bad}${text ? ` – ${text}` : ''}`,
      );
  }
  return good ? exitCode.done : exitCode.failed;
};

/**
 * Looks at the program, its configuration, the folder, the site, the backend, its key, tables and files, and the disk. What is in order
 * is told in a text; what is not throws.
 */
async function checkup(context: CommandContext): Promise<Finding[]> {
  const { options, messages, signal } = context;
  const { folder, dataDir } = options;
  const findings: Finding[] = [];
  /** `place` is where it is that an error speaks of. */
  const look = async (id: CheckId, place: string, check: () => Promise<string>): Promise<boolean> => {
    try {
      findings.push({ id, good: true, text: await check() });
      return true;
    } catch (error) {
      signal.throwIfAborted();
      findings.push({ id, good: false, text: errorSentence(error, messages, place) });
      return false;
    }
  };
  const ofLibrary = async (open: OpenTarget) => {
    await look('folder', folder, () => lessons(context, open));
    await look('site', '', () => site(open, messages));
    // The first that is not in order ends it, since the others would only repeat it.
    for (const [id, check] of Object.entries(libraryChecks(open, context)))
      if (!(await look(id as CheckId, open.target.endpoint, check))) break;
  };
  await look('program', '', async () => `Node ${process.versions.node}`);
  await look('configuration', '', () => configuration(context));
  await withTarget(options, ofLibrary).catch(async (error) => {
    await look('folder', folder, () => lessons(context));
    await look(options.hosted ? 'key' : 'backend', dataDir, () => Promise.reject(error));
  });
  await look('disk', dataDir, () => disk(dataDir, messages));
  return findings;
}

/** The very checks the site starts with, and what it warns of. */
async function configuration({ options, messages }: CommandContext): Promise<string> {
  const [contentDir, say] = [join(options.root, 'content'), settingsMessages(options.language)];
  readSiteFile(contentDir, say);
  readGlossaryFile(contentDir, say);
  if (options.isKeyGuessable) throw new OwnerError(() => say.guessableKey);
  return messages.doctor.timeZone(applyTimeZone(contentDir));
}

/** The folder as a publication would find it; what was read before is not read again. */
async function lessons({ options, messages: { doctor }, signal }: CommandContext, open?: OpenTarget) {
  const { folder, dataDir } = options;
  // What a hosted project takes is asked over the network, and is looked at below.
  const limit = open?.target.embedded
    ? new TargetLibrary(open.target, options, signal).largestFile()
    : undefined;
  const largest = (await limit?.catch(() => undefined)) ?? Number.POSITIVE_INFINITY;
  const found = await scanFolder({ folder, largest, known: openKnownContents(dataDir), signal });
  if (!found.exists) throw new OwnerError(() => doctor.folderMissing(folder));
  return doctor.folderHolds(found.lessons.length, found.problems.length);
}

async function site({ isRunning, target }: OpenTarget, { doctor }: Messages): Promise<string> {
  if (!isRunning) return doctor.siteStopped;
  const url = new URL('/', target.endpoint).href;
  const answer = await ask(url, 5000).catch(() => null);
  if (!answer?.ok) throw new OwnerError(() => doctor.siteSilent(url));
  return doctor.siteAnswers(url);
}

/** What is looked at in a library, in turn. */
function libraryChecks({ target }: OpenTarget, { options, messages, signal }: CommandContext) {
  const { doctor } = messages;
  const catalogue = new TargetLibrary(target, options, signal);
  const backend = async () => {
    const headers = { 'x-appwrite-project': target.projectId };
    const { ok, status } = await ask(`${target.endpoint}/ping`, 10_000, headers);
    if (!ok) throw new OwnerError(() => doctor.backendSilent(target.endpoint, String(status)));
    return '';
  };
  // Reading the journal needs the key: visitors may not.
  const key = async () => {
    await catalogue.journal(['lock']);
    return '';
  };
  const schema = async () => {
    await Promise.all([catalogue.categories(), catalogue.largestFile()]);
    return '';
  };
  const rows = async () => {
    const ids = unshownRows(await catalogue.rows('categories'), await catalogue.rows('files'));
    if (ids.length > 0) throw new OwnerError(() => doctor.rowsLost(ids));
    return '';
  };
  const storage = async () => {
    const lessons = await catalogue.lessons();
    const sample = lessons.at(-1);
    if (!sample) return doctor.storageEmpty;
    // Over the network each would take its time.
    const tried = target.embedded ? lessons : [sample];
    const names = await closedLessons(catalogue, lessons, tried);
    if (names.length > 0) throw new OwnerError(() => doctor.storageBroken(names));
    return target.embedded ? doctor.storageGood : doctor.storageSample(sample.fileName);
  };
  /** The words inside the lessons are worth a sentence, and never a fault: the site is in order without them. */
  const texts = async () => {
    const say = messages.texts;
    const table = new PageTable(target, signal);
    const [lessons, heads] = await Promise.all([catalogue.lessons(), table.heads()]);
    if (!heads) return say.noTable;
    const words = heads.filter(({ found: pages }) => pages > 0).length;
    const lines = [say.found(words), ...unreadLines(lessons, heads, messages)];
    return [...lines, ...textLines(textReport(lessons, heads), messages)].join('\n  ');
  };
  return { backend, key, schema, rows, storage, texts };
}

async function ask(url: string, patience: number, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(patience) });
  await answer.body?.cancel();
  return answer;
}

async function disk(dataDir: string, { doctor }: Messages): Promise<string> {
  const free = await freeSpace(dataDir);
  if (free < leastSpace) throw new OwnerError(() => doctor.diskFull(free));
  return doctor.diskFree(free);
}
