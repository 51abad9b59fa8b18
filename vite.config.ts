import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Vite's loader of lazy chunks also fetches their stylesheets and further chunks; this site's have no stylesheet. */
const plainImport: Plugin = {
  name: 'plain-import',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
  // What it would fetch is not named either.
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        chunk.code = chunk.code
          .replace(/^const __vite__mapDeps=.*\n/, '')
          .replaceAll(/,__vite__mapDeps\(\[[\d,]*\]\)/g, '');
      }
    },
  },
};

/** Lets the SDK's enumerations that nobody uses be left out: as TypeScript writes them, each is a call that may do anything. */
const pureEnums: Plugin = {
  name: 'pure-enums',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/appwrite\/.*\.js$/ },
    handler: (code) =>
      code.replace(
        /^var (\w+);\n\(function \(\1\) \{\n([\s\S]*?)\n\}\)\(\1 \|\| \(\1 = \{\}\)\);$/gm,
        'var $1 = /* @__PURE__ */ (() => { const $1 = {};\n$2\nreturn $1; })();',
      ),
  },
};

/** A process that a program starts is a file among the built programs, too. */
const builtChildren: Plugin = {
  name: 'built-children',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /-process\.ts$/ },
    handler: (code) =>
      code.replace(
        /import\.meta\.resolve\('#[\w/-]+\/([\w-]+)\.ts'\)/,
        "import.meta.resolve('../program/$1.js')",
      ),
  },
};

/** The oldest browsers that have all of the site; `docs/browsers.md` tells what older ones have. */
const floor = ['safari15.4', 'chrome99', 'firefox98'];

export default defineConfig(({ command }) => ({
  // The client's build knows it by itself, the server's does not.
  ...(command === 'build' ? { define: { 'process.env.NODE_ENV': JSON.stringify('production') } } : {}),
  // What `npm run dev` makes of the packages.
  cacheDir: 'dist/dev',
  plugins: [react(), tailwindcss(), plainImport, pureEnums, builtChildren],
  resolve: {
    alias: {
      'json-bigint': fileURLToPath(new URL('src/web/features/library/plain-json.ts', import.meta.url)),
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
          input: ['index.html', 'src/web/entry-lesson.ts'],
          transform: {
            // Safari before 16 gets class fields as assignments; nothing here can tell them from definitions.
            assumptions: { setPublicClassFields: true },
            // A built page is nobody's to debug: 300 bytes less.
            define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
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
