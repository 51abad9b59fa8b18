import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { type Backend, openBackend } from '#backend/backend.ts';
import { createCache } from '#backend/cache.ts';
import { isRealtime } from '#backend/realtime/realtime.ts';
import { readSchema } from '#backend/schema.ts';
import { pictureFolderName, storeFolders } from '#backend/storage/files.ts';
import { FilesMissing } from '#backend/storage/sweep.ts';
import { type Language, languages, mapLanguages } from '#contract/language.ts';
import { MAX_COUNTED_HITS, MAX_HOSTED_TOTAL } from '#contract/limits.ts';
import { defaultView, embeddedEndpoint, homeHref } from '#contract/urls.ts';
import {
  createUpgradeReporter,
  messagesIn as libraryMessagesIn,
  OwnerError,
  repairMessage,
} from '#library/messages/messages.ts';
import { createOpensCounter, OPENS_FILE } from '#library/opens/opens.ts';
import { openLog } from '#library/store/log.ts';
import { finishRestore } from '#library/sync/swap.ts';
import type { PagesOptions } from '#pages/pages.server.tsx';
import type { Config } from '#settings/config.ts';
import { ConfigError } from '#settings/config-error.ts';
import { schemaFile } from '#settings/folders.ts';
import { readSiteFile } from '#settings/site-file.ts';
import { type Asset, createAssetFinder, createPrintedAddress, readGlossary } from '#site/assets.ts';
import { createCategoryZips } from '#site/category-zip.ts';
import { createDiscoveryApp } from '#site/feeds/routes.ts';
import { createHostedLessonFinder, createLessonLinks } from '#site/find-lesson.ts';
import { createHostedFileFinder } from '#site/hosted-files.ts';
import { createLessonList } from '#site/lesson-list.ts';
import { createLibraryData } from '#site/library-data.ts';
import { withOpens } from '#site/opens.ts';
import type { Pages } from '#site/page.ts';
import { createLessonDrawings, type FindFile } from '#site/pictures/lesson-drawings.ts';
import { createPictureStore } from '#site/pictures/picture-store.ts';
import { createPictureApp, createSharedPicturesApp } from '#site/pictures/routes.ts';
import { createHostedRelatedLessons, createRelatedLessons } from '#site/related-lessons.ts';
import { createResponseCache } from '#site/response-cache.ts';
import { buildHeaders, buildPageHeaders, type Headers, type Inline } from '#site/security-headers.ts';
import { createSiteApp } from '#site/site-app.ts';
import { createAddresses } from '#site/site-facts.ts';
import { findVerses } from '#text/verses/find-verses.ts';
import { countFiles, createLibraryClient, type OpenLibrary } from '#web/library/library-queries.ts';
import { createAdmission } from './admission/admission.ts';
import { createListener, listen } from './listen.ts';
import { createOwnerReports, type Log } from './log.ts';
import { messagesIn } from './messages.ts';
import { createMonitoring } from './monitoring.ts';
import { explainOpeningFailure } from './opening-failure.ts';
import { createEmbeddedTables, createHostedTables } from './tables.ts';

/** A hosted backend reports no changes to the server, so each minute counts as a new library version. */
const readCurrentMinute = () => Math.floor(Date.now() / 60_000);
/** Time after which a stopping site closes the connections of open requests, in milliseconds. */
const MAX_DRAIN_MS = 10_000;

/** Client assets and the renderer of pages: from the build, or from Vite in development. */
interface Frontend {
  createPages(options: Omit<PagesOptions, 'assets'>): Pages;
  /** Inline scripts and styles that the content security policy allows. */
  inline: readonly Inline[];
  /** The built files; none in development. */
  assets: readonly Asset[];
  /** Handles Vite's own requests and its WebSocket; in development only. */
  devServer?: {
    accepts(request: IncomingMessage): boolean;
    handle: RequestListener;
    close(): Promise<void>;
  };
}

/** Opens the frontend; `server` is the HTTP server that will serve it. */
export type OpenFrontend = (server: Server) => Promise<Frontend>;

export type SiteServer = Awaited<ReturnType<typeof startSiteServer>>;

/** Starts the site and, if configured, the embedded backend on one port. */
export async function startSiteServer(config: Config, openFrontend: OpenFrontend, log?: Log) {
  const { site, logos, ownersLanguage, hijriOffset } = readSiteFile(join(config.root, 'content'));
  const glossary = readGlossary(join(config.root, 'content'));
  const key = `standard_${randomBytes(32).toString('base64url')}`;
  const securityHeaders = buildHeaders(config.siteUrl);
  const messages = messagesIn(ownersLanguage);
  const store = createPictureStore(storeFolders(config.dataDir).pictures, config.pictureBytes);
  const backend = config.embedded ? openEmbedded(config, key, ownersLanguage, securityHeaders) : undefined;

  const admission = createAdmission({
    trustProxy: config.trustProxy,
    // Waiting for a hosted backend takes no CPU time. With the embedded backend, concurrent jobs save no time.
    concurrency: backend ? 1 : 4,
    drawingMs: store.cpuMs,
    headers: securityHeaders,
    onUntrustedProxy: () => console.warn(messages.untrustedProxy),
  });
  const server = createServer(admission.options);
  const frontend = await openFrontend(server);
  const url = await listen(server, config, messages);
  const endpoint = config.embedded ? url + embeddedEndpoint : config.backend.endpoint;

  const { projectId } = config.backend;
  const cache = backend?.cache ?? createCache(readCurrentMinute);
  const { reportBackend, reportSkippedRow } = createOwnerReports(messages);
  const libraries = mapLanguages((language): OpenLibrary => {
    const client = createLibraryClient(endpoint, projectId, language);
    return {
      ...config.backend,
      db: backend ? createEmbeddedTables(client, language, backend) : createHostedTables(client),
      totalLimit: backend ? MAX_COUNTED_HITS : MAX_HOSTED_TOTAL,
      categoryOrder: site.categories,
      onSkipped: reportSkippedRow,
      findVerses,
      loadGlossary: () => glossary.synonyms,
    };
  });
  const origin = config.siteUrl ?? url;
  const printedAddress = createPrintedAddress(origin);
  const backendOrigin = backend ? undefined : new URL(endpoint).origin;
  const responses = createResponseCache(
    cache.version,
    buildPageHeaders(frontend.inline, config.siteUrl, backendOrigin),
  );
  const assets = createAssetFinder(
    [...frontend.assets, ...logos, glossary.asset, printedAddress.asset],
    securityHeaders,
  );
  const findFile: FindFile = backend
    ? async (fileId) => backend.publicPath(config.backend.bucketId, fileId)
    : createHostedFileFinder(store, config.backend);
  const drawings = createLessonDrawings(store, findFile);
  backend?.onChange((change) => {
    if (change.kind === 'file' && change.action === 'delete') store.forget(pictureFolderName(change.fileId));
  });
  const list = createLessonList(libraries);
  const zips = createCategoryZips(list, findFile, cache);
  const discovery = {
    zipBytes: zips.archiveBytes,
    list,
    site,
    addresses: createAddresses(origin),
    logo: logos[0],
  };
  const pages = frontend.createPages({
    ...discovery,
    printedAddress,
    libraryLocation: config.backend,
    libraries,
    glossaryHref: glossary.href,
    reportBackend,
    lessonPages: drawings,
    hijriOffset,
    relatedLessons: backend ? createRelatedLessons(backend) : createHostedRelatedLessons(libraries.en),
  });
  const links = backend && createLessonLinks(backend.readRows, openLog(backend.database), config.backend);
  const { findLesson, onLessonShown } = links
    ? { findLesson: async (id: string) => links.currentFile(id), onLessonShown: undefined }
    : createHostedLessonFinder(libraries.en, config.backend, join(config.dataDir, 'shown-lessons'), cache);
  const requireLessonCount = () => countFiles(libraries.en, { search: '' });
  const monitoring = createMonitoring(server, {
    countLessons: requireLessonCount,
    dataDir: backend && config.dataDir,
    load: admission.load,
    metricsKey: config.metricsKey,
    log,
  });
  const siteApp = createSiteApp({
    apps: [
      createSharedPicturesApp(discovery, store, drawings),
      createDiscoveryApp(discovery, responses, securityHeaders),
      monitoring.app,
      zips.app,
      createPictureApp(findLesson, drawings),
    ],
    pages,
    responses,
    assets,
    headers: securityHeaders,
    icon: site.logo,
    findLesson,
    findFile,
    data:
      backend &&
      links &&
      createLibraryData({ links, backend: backend.app, responses, origin, ids: config.backend }),
    embedHeaders:
      config.frameOrigins.length > 0
        ? buildPageHeaders(frontend.inline, config.siteUrl, backendOrigin, config.frameOrigins)
        : undefined,
    onLessonShown,
  });
  const { devServer } = frontend;
  let isClosing = false;
  // Opens are counted in the data folder even with a hosted backend.
  const opens = createOpensCounter(config.dataDir, {
    onFailure: ({ message }) =>
      console.warn(messages.opensNotWritten(join(config.dataDir, OPENS_FILE), message)),
  });
  const listener = createListener(withOpens(siteApp, opens.count));
  admission.guard(server, {
    respond: (request, response, client) =>
      devServer?.accepts(request) ? devServer.handle(request, response) : listener(request, response, client),
    isLive: (request) => devServer?.accepts(request) || (backend !== undefined && isRealtime(request)),
    openLive(request, socket, head, client) {
      // Vite handles its own upgrades until it is closed. After that, no listener would close their sockets.
      if (!devServer?.accepts(request)) backend?.handleUpgrade(request, socket, head, client);
      else if (isClosing) socket.destroy();
    },
  });

  return {
    /** Address on which the site listens, such as `http://localhost:3000`. */
    url,
    /** The absolute endpoint of the backend; that of the embedded backend is reachable from this machine. */
    endpoint,
    /** The key for writing, created at each start. Only `run.json` in the data folder contains it, where the owner's commands read it. */
    key,
    /** The embedded backend, if there is one. */
    backend,
    /** Counts the lessons that visitors find, on a hosted backend up to `MAX_HOSTED_TOTAL`; null if that fails. */
    countLessons: () => requireLessonCount().catch(() => null),
    /** Renders the home page in all languages, for browsers that accept brotli, before it is requested. */
    async renderHomePages(): Promise<void> {
      const renderings = languages.map((language) =>
        responses.get(homeHref(language), 'br', () => () => pages.home(defaultView, language)),
      );
      // A failed page reports its error when it is requested.
      await Promise.allSettled(renderings);
    },
    async close(): Promise<void> {
      isClosing = true;
      store.close();
      await devServer?.close();
      const untilClosed = new Promise((resolve) => server.close(resolve));
      // Browsers keep idle connections open for their next request.
      const idleTimer = setInterval(() => server.closeIdleConnections(), 100);
      const drainTimer = setTimeout(() => server.closeAllConnections(), MAX_DRAIN_MS).unref();
      await (backend ? backend.close(untilClosed) : untilClosed);
      clearInterval(idleTimer);
      clearTimeout(drainTimer);
      admission.close();
      monitoring.close();
      opens.close();
      log?.close();
    },
  };
}

/** Opens the embedded backend. Throws a `ConfigError` with the problem and its remedy, or an unknown error unchanged. */
function openEmbedded(config: Config, key: string, language: Language, headers: Headers): Backend {
  const schema = readSchema(schemaFile(config.root));
  try {
    finishRestore(config.dataDir);
    return openBackend({
      dataDir: config.dataDir,
      schema: { ...schema, projectId: config.backend.projectId },
      pagesTable: { databaseId: config.backend.databaseId, tableId: config.backend.pagesTableId },
      apiKeys: [key, ...config.apiKeys],
      platformOrigins: [...(config.siteUrl ? [config.siteUrl] : []), ...config.platformOrigins],
      headers,
      onRepair: (repair) => console.warn(repairMessage(repair, language)),
      upgrade: createUpgradeReporter(language, console.log),
    });
  } catch (error) {
    if (error instanceof OwnerError) throw new ConfigError(error.selectMessage(libraryMessagesIn(language)));
    if (error instanceof FilesMissing)
      throw new ConfigError(libraryMessagesIn(language).error.filesMissing(error.count, error.folder));
    throw explainOpeningFailure(error, config.dataDir, messagesIn(language));
  }
}
