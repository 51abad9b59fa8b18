import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The minimum browser versions for the full site. See `docs/browsers.md` for what works in older ones. */
const minimumBrowsers = ['safari15.4', 'chrome99', 'firefox98'];

/** Renders to strings only; `react-dom/server` also loads a streaming renderer, which the server does not use. */
const stringRenderer = fileURLToPath(
  new URL('node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js', import.meta.url),
);

export default defineConfig(({ command }) => ({
  // Vite sets this for the client build, but not for the server build.
  ...(command === 'build' ? { define: { 'process.env.NODE_ENV': JSON.stringify('production') } } : {}),
  // Holds dependencies that `npm run dev` has pre-bundled.
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
    // Keeps fonts in separate files. The server inlines stylesheets itself.
    assetsInlineLimit: 0,
    // Preloading would gain nothing: an entry imports only Vite's small helper, and later chunks import only loaded modules.
    modulePreload: false,
    // Hides build times, which are of no use to a person who starts the site.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    client: {
      build: {
        target: minimumBrowsers,
        rolldownOptions: {
          input: {
            index: 'src/pages/client.tsx',
            'entry-lesson': 'src/pages/lesson/client.ts',
            'entry-poster': 'src/pages/poster/client.ts',
          },
          transform: {
            // Compiles class fields to assignments for Safari before 16; no class here depends on the difference.
            assumptions: { setPublicClassFields: true },
          },
        },
      },
    },
  },
  // Bundles all packages with the server, except those with WebAssembly and native code.
  ssr: {
    ...(command === 'build' ? { noExternal: true as const } : {}),
    external: ['@hyzyla/pdfium', 'sharp'],
  },
}));
