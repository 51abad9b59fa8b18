import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#contract/language.ts';
import type { Inline } from '#site/security-headers.ts';

/** Source of the client code of each kind of page. */
export const clientSources = {
  site: 'src/pages/client.tsx',
  lesson: 'src/pages/lesson/client.ts',
  poster: 'src/pages/poster/client.ts',
} as const;
export type DocumentKind = keyof typeof clientSources;

/** Assets that a kind of page loads in a browser. */
export interface DocumentAssets {
  /** Text of its inlined stylesheet; absent if the page links to the sources. */
  style?: string;
  stylesheet?: string;
  /** Loads the client bundle: the text of an inline script, or the address of a module. */
  loader: { inline: string } | { module: string };
  /** Addresses of its fonts. */
  fonts: readonly string[];
}

/** Strips the indentation, which is for readers of the source. */
const script = (text: string): string => text.replace(/\n\s+/g, '\n').trim();

/**
 * Sets the language: the address's, else the visitor's last choice, else English. Before the first paint, redirects a visitor who
 * chose another language to its address.
 */
export const languageScript = script(`
  (() => {
    var known = (value) => value === 'en' || value === 'ar';
    var address = new URL(location.href);
    var asked = address.searchParams.get('lang');
    var stored = null;
    try {
      stored = localStorage.getItem('lang');
      if (known(asked) && !known(stored)) localStorage.setItem('lang', asked);
    } catch {}
    if (!known(asked) && known(stored) && stored !== document.documentElement.lang) {
      address.searchParams.set('lang', stored);
      window.stop();
      location.replace(address);
    }
  })();
`);

/**
 * Makes sheets work before and without the client bundle: closes one after a link in it, and replaces commandfor and closedby in
 * Safari before 26.2, Chrome before 135 and Firefox before 144.
 */
export const sheetScript = script(`
  document.addEventListener('click', (event) => {
    var target = event.target;
    var sheet = target.closest('dialog');
    var button = target.closest('[commandfor]');
    var box = target === sheet && !('closedBy' in sheet) && sheet.getBoundingClientRect();
    if (button && !('commandForElement' in button)) {
      if (sheet) sheet.close();
      else document.getElementById(button.getAttribute('commandfor')).showModal();
    } else if (sheet && (target.closest('a') || (box && (event.clientX < box.left || event.clientX > box.right)))) {
      sheet.close();
    }
  });
`);

export const noScriptStyle =
  '.js-only{display:none}.header-nav,.category-column{display:block}@media(max-width:30rem){.site-header .display{display:none}}';

/**
 * Requests the bundle after the first paint, which its download and compilation would delay. A background page paints nothing and
 * requests it a second after loading.
 */
const loadAfterPaint = (address: string): string =>
  script(`
    (() => {
      let requested;
      const request = () => {
        if (requested) return;
        requested = document.createElement('script');
        requested.type = 'module';
        requested.src="${address}";
        document.body.append(requested);
      };
      addEventListener('load', () => setTimeout(request, 1000));
      new PerformanceObserver(request).observe({ type: 'paint', buffered: true });
    })();
  `);

/** Reads the assets of each kind of page from a build. */
export function readDocumentAssets(clientDir: string): Record<DocumentKind, DocumentAssets> {
  const read = (path: string) => readFileSync(join(clientDir, path), 'utf8').trim();
  const manifest: Record<string, { file: string; css?: string[] }> = JSON.parse(read('.vite/manifest.json'));
  const assets = (kind: DocumentKind, change = (style: string) => style): DocumentAssets => {
    const { file, css } = manifest[clientSources[kind]] ?? {};
    if (!file || !css) throw new Error(`The build has no ${clientSources[kind]} with a stylesheet`);
    const style = change(css.map(read).join(''));
    const fonts = [...style.matchAll(/url\(["']?(\/assets\/[\w.-]+\.woff2)/g)].map(([, path = '']) => path);
    return { style, loader: { inline: loadAfterPaint(`/${file}`) }, fonts };
  };
  return {
    site: assets('site'),
    // Loads the script by its address, because the policy of every page lists the hash of each inline loader.
    poster: { ...assets('poster'), loader: { module: `/${manifest[clientSources.poster]?.file}` } },
    // A lesson keeps the fonts of the first paint, except in its own text, whose signs no other font may have.
    lesson: assets('lesson', (style) =>
      style.replaceAll(/(?<!font-family:Naskh[^}]*)font-display:swap/g, 'font-display:optional'),
    ),
  };
}

/** The CSP sources of a document's inline scripts and styles. */
export function hashInlineParts({ style, loader }: DocumentAssets): Inline {
  const source = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
  const scripts = [languageScript, sheetScript, ...('inline' in loader ? [loader.inline] : [])];
  const styles = [noScriptStyle, ...(style === undefined ? [] : [style])];
  return { scriptHashes: scripts.map(source), styleHashes: styles.map(source) };
}

const writing: Record<Language, string> = { en: '-latin-', ar: '-arabic-' };

/**
 * Fonts that a page preloads. A lesson also preloads, with low priority, the other script at its top: digits on Arabic pages, a
 * title on English ones, and what its text is set in.
 */
export function listFontPreloads(
  kind: DocumentKind,
  { fonts }: DocumentAssets,
  language: Language,
  app: string,
) {
  const isInTitle = /<h1(?:(?!<\/h1>).)*\p{Script=Arabic}/su;
  const isInText = /class="lesson-text .*\p{Script=Arabic}/su;
  const isOther = (path: string) => {
    if (path.includes('naskh-text')) return isInText.test(app);
    if (language === 'ar') return path.includes(writing.en);
    return path.includes(writing.ar) && (path.includes('markazi') ? isInTitle : isInText).test(app);
  };
  return fonts.flatMap((path) => {
    if (path.includes(writing[language])) return [{ path, isLow: false }];
    if (kind === 'poster') return [{ path, isLow: !path.includes(writing.en) && !path.includes(writing.ar) }];
    return kind === 'lesson' && isOther(path) ? [{ path, isLow: true }] : [];
  });
}
