import { join } from 'node:path';
import { loadAssets } from './assets.ts';
import type { OpenFrontend } from './frontend.ts';
import { readPageTemplates } from './page-template.ts';
import { createPages } from './pages.ts';

/** What the build wrote to `dist/client`, read once. */
export function builtFrontend(root: string): OpenFrontend {
  const clientDir = join(root, 'dist/client');
  return async () => {
    const templates = readPageTemplates(clientDir);
    const { site, lesson } = templates;
    return {
      createPages: (options) => createPages({ ...options, templates }),
      inline: {
        scriptHashes: [...new Set([...site.scriptHashes, ...lesson.scriptHashes])],
        styleHashes: [...new Set([...site.styleHashes, ...lesson.styleHashes])],
      },
      assets: loadAssets(clientDir),
    };
  };
}
