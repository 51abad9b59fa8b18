import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The oldest browsers in which the whole site works; `docs/browsers.md` says what works in older ones. */
const floor = ['safari15.4', 'chrome99', 'firefox98'];

/** Renderer of whole strings; `react-dom/server` also loads one that streams, which the server never does. */
const stringRenderer = fileURLToPath(
  new URL('node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js', import.meta.url),
);

export default defineConfig(({ command }) => ({
  // The client build sets this by itself, the server build does not.
  ...(command === 'build' ? { define: { 'process.env.NODE_ENV': JSON.stringify('production') } } : {}),
  // Packages that `npm run dev` has prepared.
  cacheDir: 'dist/dev',
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: {
      'json-bigint': fileURLToPath(new URL('src/web/library/plain-json.ts', import.meta.url)),
      ...(command === 'build' ? { 'react-dom/server': stringRenderer } : {}),
    },
  },
  build: {
    manifest: true,
    // The server inlines the stylesheets of the site and of lessons; fonts stay separate files.
    assetsInlineLimit: 0,
    // One script before the first action; later chunks need nothing that is not loaded.
    modulePreload: false,
    // Hides build times, which mean nothing to those who start the site.
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
  // Bundles the server with its packages into one file, except WebAssembly and native code.
  ssr: {
    ...(command === 'build' ? { noExternal: true as const } : {}),
    external: ['@hyzyla/pdfium', 'sharp'],
  },
}));
