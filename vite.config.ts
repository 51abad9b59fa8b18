import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: {
      'json-bigint': fileURLToPath(new URL('src/web/features/library/plain-json.ts', import.meta.url)),
    },
  },
  build: {
    manifest: true,
    // The server inlines the one stylesheet; fonts stay files of their own.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    // One script before the first action and one lazy chunk: there is nothing to preload.
    modulePreload: false,
  },
});
