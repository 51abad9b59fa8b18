import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from '#backend/backend.ts';
import type { Language } from '#contract/language.ts';
import { listenForCommands, type RunCommand } from '#library/commands/command-port.ts';
import { watchLibrary } from '#library/folder/watch.ts';
import type { ReportStatus } from '#library/letters/letters.ts';
import { messagesIn as messagesOfLibrary } from '#library/messages/messages.ts';
import { createSitePublisher } from '#library/site-publisher.ts';
import { openLocalLibrary } from '#library/store/local-library.ts';
import { removeWork } from '#library/sync/swap.ts';
import { type BackendSettings, type Config, isKeyGuessable } from '#settings/config.ts';
import { readJson, saveJson } from '#settings/json-file.ts';
import { settingsMessages } from '#settings/messages.ts';
import { ownersLanguage } from '#settings/owners-language.ts';
import { quietSdkWarnings } from '#settings/sdk-warnings.ts';
import { readSiteFile } from '#settings/site-file.ts';
import { initializeTimeZone } from '#settings/time-zone.ts';
import { maxConnections, REQUIRED_OPEN_FILES, readOpenFileLimit } from './admission/connections.ts';
import { openLog } from './log.ts';
import { type Messages, messagesIn } from './messages.ts';
import { explainOpeningFailure } from './opening-failure.ts';
import { type OpenFrontend, type SiteServer, startSiteServer } from './site-server.ts';

/** Serves the site and, with the embedded backend, publishes the library. Stops cleanly on Ctrl-C or SIGTERM. */
export async function runSite(settings: Config, openFrontend: OpenFrontend): Promise<void> {
  const log = openLog(settings.log);
  const contentDir = join(settings.root, 'content');
  initializeTimeZone(contentDir);
  const language = ownersLanguage(contentDir);
  const messages = messagesIn(language);
  const config = withGeneratedKeys(settings, messages);
  if (isKeyGuessable(config)) console.warn(settingsMessages(language).guessableKey);
  const openFiles = readOpenFileLimit();
  if (openFiles < REQUIRED_OPEN_FILES)
    console.warn(messages.openFileLimit(openFiles, maxConnections(openFiles), REQUIRED_OPEN_FILES));
  quietSdkWarnings();
  const server = await startSiteServer(config, openFrontend, log);
  // With an empty library, there is nothing to show until the folder is published.
  const isEmpty = (await server.countLessons()) === 0;
  let openingLibrary: ReturnType<typeof publishLibrary> | undefined;
  let isStopping = false;
  const stop = async () => {
    // A second Ctrl-C exits immediately.
    if (isStopping) process.exit(1);
    isStopping = true;
    await (await openingLibrary)?.close();
    await server.close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  // Rendered first, because reading a folder of 10,000 lessons would delay it by half a second.
  if (!isEmpty) await server.renderHomePages();
  if (isStopping) return;
  openingLibrary = server.backend && publishLibrary(config, language, server, server.backend);
  const library = await openingLibrary;
  if (isEmpty) {
    await library?.firstPublication;
    await server.renderHomePages();
  }
  const lessons = await server.countLessons();
  if (isStopping) return;
  console.log(messages.ready(server.url));
  if (config.embedded)
    return console.log(messages.serves(lessons ?? 0, config.lessonFolder(), config.dataDir));
  if (lessons !== null) console.log(messages.servesHosted(lessons, server.endpoint));
  const fault = await checkHosted(config.backend, config.siteUrl);
  if (fault) console.warn(messages.hostedFault[fault](server.endpoint, config.siteUrl ?? server.url));
}

/** Reason why a hosted project does not serve visitors' browsers. `originRefused`: the site is not among the project's platforms. */
type HostedFault = 'noResponse' | 'notFound' | 'private' | 'originRefused';

/** Faults by the status of the response. */
const hostedFaults = new Map<number, HostedFault>([
  [401, 'private'],
  [403, 'originRefused'],
  [404, 'notFound'],
]);

const HOSTED_TIMEOUT_MS = 10_000;

/**
 * Requests a list of lessons as a browser on the site does: without a key, and with the site's origin if there is one. Returns the
 * fault, or null if the project sends a list.
 */
export async function checkHosted(
  { endpoint, projectId, databaseId, filesTableId }: BackendSettings,
  origin: string | null | undefined,
): Promise<HostedFault | null> {
  const url = `${endpoint}/tablesdb/${databaseId}/tables/${filesTableId}/rows`;
  const headers = { 'x-appwrite-project': projectId, ...(origin && { origin }) };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(HOSTED_TIMEOUT_MS) }).catch(
    () => null,
  );
  await response?.body?.cancel();
  if (!response || response.status >= 500) return 'noResponse';
  return hostedFaults.get(response.status) ?? null;
}

/**
 * Starts to publish the library folder, now and, if it is watched, after each change. Also runs the owner's commands. A folder that
 * cannot be published is reported in the log.
 */
async function publishLibrary(
  config: Config,
  language: Language,
  { url, endpoint, key, renderHomePages }: SiteServer,
  backend: Backend,
) {
  const abortController = new AbortController();
  const { signal } = abortController;
  const local = openLocalLibrary(backend, config.backend);
  await local.importOlderJournal();
  removeWork(config.dataDir, 'unfinished-backup');
  const { dataDir, lessonFolder: folder } = config;
  const readChoices = () => readSiteFile(join(config.root, 'content')).folder;
  let lastChoices = readChoices();
  /** Returns the owner's choices, or the previous ones while the file is invalid, so that a mistake removes no lesson. */
  const readValidChoices = () => {
    try {
      lastChoices = readChoices();
    } catch {
      // The next start and `doctor` report the mistake.
    }
    return lastChoices;
  };
  const publisher = createSitePublisher({
    local,
    dataDir,
    folder,
    language,
    choices: readValidChoices,
    origin: config.siteUrl ?? url,
    log: (line) => console.log(line),
    signal,
  });
  const runCommand: RunCommand = (request, screen, stopped) => {
    const command = async (report: ReportStatus) => {
      // Imported on demand: it includes the code for hosted projects, which a running site does not need.
      const { runInSite } = await import('#library/library.ts');
      return runInSite(request, screen, stopped, config, { local, siteUrl: `${url}/`, report });
    };
    return publisher.run(command, () => screen.print(messagesOfLibrary(language).publish.waiting));
  };
  const commands = await listenForCommands(key, runCommand, signal);
  backend.announce({ endpoint, key, commandPort: commands.port });
  const publish = async (mode: 'initial' | 'watch') => {
    const outcome = await publisher.publish(mode);
    if (!signal.aborted) await renderHomePages();
    return outcome;
  };
  const watch = config.watch ? watchLibrary(folder, publish) : undefined;
  const firstPublication = watch?.firstPublication ?? publish('initial').then(() => {});
  return {
    /** Resolves when the first attempt to publish the folder has ended, even if it failed. */
    firstPublication,
    /** Stops watching, and aborts publications and commands. Resolves when the last one has released the library. */
    async close(): Promise<void> {
      abortController.abort();
      await watch?.close();
      await firstPublication;
      await publisher.close();
      commands.close();
    },
  };
}

/**
 * Adds the generated keys that the settings request: stored ones, else new ones, which are shown to the owner once. If those cannot
 * be stored, throws the error of `explainOpeningFailure`.
 */
export function withGeneratedKeys(config: Config, messages: Messages): Config {
  const { apiKey, metricsKey } = config.keysToGenerate;
  if (!apiKey && !metricsKey) return config;
  const path = join(config.dataDir, 'keys.json');
  // Keeps other entries of the file. If it is missing or damaged, new keys are generated and shown.
  const keys: Record<string, unknown> = { ...Object(readJson(path)) };
  const newKeys: string[] = [];
  const keyFor = (setting: string, prefix: string): string => {
    const storedKey = keys[setting];
    if (storedKey && typeof storedKey === 'string') return storedKey;
    const key = prefix + randomBytes(32).toString('base64url');
    keys[setting] = key;
    newKeys.push(`${setting}=${key}`);
    return key;
  };
  const apiKeys = apiKey ? [...config.apiKeys, keyFor('APPWRITE_API_KEY', 'standard_')] : config.apiKeys;
  const complete = { ...config, apiKeys, ...(metricsKey && { metricsKey: keyFor('METRICS_KEY', '') }) };
  if (newKeys.length > 0) {
    try {
      mkdirSync(config.dataDir, { recursive: true, mode: 0o750 });
      saveJson(path, keys, 0o600);
    } catch (error) {
      throw explainOpeningFailure(error, config.dataDir, messages);
    }
    console.log(messages.generatedKeys(newKeys.join(' '), path));
  }
  return complete;
}
