import { join } from 'node:path';
import { loadAssets } from './assets.ts';
import type { OpenFrontend } from './frontend.ts';
import { readPageTemplate } from './page-template.ts';
import { createPages } from './pages.ts';

/** What the build wrote to `dist/client`, read once. */
export function builtFrontend(root: string): OpenFrontend {
  const clientDir = join(root, 'dist/client');
  return async () => {
    const template = readPageTemplate(clientDir);
    return {
      createPages: (options) => createPages({ ...options, template }),
      inline: template,
      assets: loadAssets(clientDir),
    };
  };
}
