import type { ServedFile } from '../harness/nginx.ts';
import { packed } from './packed.ts';

/** A page of ours as static HTML and CSS: the same markup, styles and font preloads, without state and scripts. */
export function staticHtml(rendered: string): string {
  return rendered
    .replaceAll(/<script\b[\s\S]*?<\/script>/g, '')
    .replaceAll(/<noscript>[\s\S]*?<\/noscript>/g, '');
}

/** Everything under /assets/ that a page names, as the site itself sends it. */
export async function assetsOf(siteUrl: string, html: string): Promise<ServedFile[]> {
  const names = new Set([...html.matchAll(/\/assets\/[\w.-]+\.(?:woff2|svg|json)/g)].map(([path]) => path));
  return Promise.all(
    [...names].map(async (path) => packed(path, await (await fetch(siteUrl + path)).bytes())),
  );
}
