import { join } from 'node:path';
import { hashInlineParts, readDocumentAssets } from '#pages/document-assets.server.ts';
import { createPages } from '#pages/pages.server.tsx';
import { readConfig } from '#settings/config.ts';
import { readEnvironment } from '#settings/environment.ts';
import { ownersFolder, programFolder } from '#settings/folders.ts';
import { loadAssets } from '#site/assets.ts';
import { runSite } from './run-site.ts';
import type { OpenFrontend } from './site-server.ts';

/** Runs the built server. */
export function main(): Promise<void> {
  const root = ownersFolder();
  return runSite(readConfig(root, readEnvironment(root)), openBuiltFrontend);
}

/** Opens the frontend of the built site; reads `dist/client` once. */
const openBuiltFrontend: OpenFrontend = async () => {
  const clientDir = join(programFolder, 'dist/client');
  const documentAssets = readDocumentAssets(clientDir);
  return {
    createPages: (options) => createPages({ ...options, assets: documentAssets }),
    inline: Object.values(documentAssets).map(hashInlineParts),
    assets: loadAssets(clientDir),
  };
};
