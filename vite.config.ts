import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The oldest browsers that have all of the site; `docs/browsers.md` tells what older ones have. */
const floor = ['safari15.4', 'chrome99', 'firefox98'];

export default defineConfig(({ command }) => ({
  // The client's build knows it by itself, the server's does not.
  ...(command === 'build' ? { define: { 'process.env.NODE_ENV': JSON.stringify('production') } } : {}),
  // What `npm run dev` makes of the packages.
  cacheDir: 'dist/dev',
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: {
      'json-bigint': fileURLToPath(new URL('src/web/library/plain-json.ts', import.meta.url)),
    },
  },
  build: {
    manifest: true,
    // The server inlines the stylesheets, the site's and what lessons have besides; fonts stay files of their own.
    assetsInlineLimit: 0,
    // One script before the first action; a later chunk needs no more than what is there.
    modulePreload: false,
    // Whoever starts the site is told nothing of how busy the computer was while it was built.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    client: {
      build: {
        target: floor,
        rolldownOptions: {
          input: {
            index: 'src/pages/client.tsx',
            'entry-lesson': 'src/pages/lesson/client.ts',
            'entry-poster': 'src/pages/poster/client.ts',
          },
          transform: {
            // Safari before 16 gets class fields as assignments; no class here depends on the difference.
            assumptions: { setPublicClassFields: true },
          },
        },
      },
    },
  },
  // The server is one file with its packages, but for what is WebAssembly or native.
  ssr: {
    ...(command === 'build' ? { noExternal: true as const } : {}),
    external: ['@hyzyla/pdfium', 'sharp'],
  },
}));
