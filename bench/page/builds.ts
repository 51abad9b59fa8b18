import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin } from 'vite';
import type { ServedFile } from '../harness/nginx.ts';
import { packed } from './packed.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

interface Written {
  fileName: string;
  code?: string;
  source?: string | Uint8Array;
}

/** Builds for production in memory; the document is served at `path`. */
async function built(path: string, config: InlineConfig): Promise<ServedFile[]> {
  const result = await build({ logLevel: 'error', ...config, build: { ...config.build, write: false } });
  const outputs = (Array.isArray(result) ? result : [result]) as unknown as { output: Written[] }[];
  return outputs.flatMap(({ output }) =>
    output
      .filter(({ fileName }) => !fileName.startsWith('.vite'))
      .map(({ fileName, code, source }) =>
        fileName === 'index.html'
          ? packed(path, source ?? '', 'html')
          : packed(`/${fileName}`, code ?? source ?? ''),
      ),
  );
}

/**
 * The site as a plain client-rendered build: one script with everything in it, a linked stylesheet, an empty root. It
 * asks for its rows once it runs. `facts` is what the server knows of the page without asking the backend.
 */
export function clientRendered(path: string, facts: object): Promise<ServedFile[]> {
  const document: Plugin = {
    name: 'client-rendered',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replaceAll(/<script>[\s\S]*?<\/script>/g, '')
          .replace(/<script type="application\/json"[\s\S]*<\/script>/, '')
          .replace('</body>', '<script type="module" src="/bench/page/client-rendered.tsx"></script></body>'),
    },
  };
  return built(path, {
    root: folder('../..'),
    plugins: [document],
    define: { __FACTS__: JSON.stringify(facts) },
  });
}

/** The smallest React page with files, categories and a menu; `data` stands in its script. */
export function smallest(path: string, data: object): Promise<ServedFile[]> {
  return built(path, {
    root: folder('smallest'),
    configFile: false,
    define: { __DATA__: JSON.stringify(data) },
    build: { modulePreload: false },
  });
}
